/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Whether this page is built for `development`; set by `server/build.ts`. */
  readonly DEVELOPMENT_SCREENS: boolean;
}
