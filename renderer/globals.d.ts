/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Whether this page is built for the `development` environment. `server/build.ts` sets it. */
  readonly DEVELOPMENT_SCREENS: boolean;
}
