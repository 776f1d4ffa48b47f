import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/**
 * Builds the page from `renderer/` into `dist/<env>` (`server/build.ts`). The server serves the result under
 * a strict content security policy (CSP).
 */
export default defineConfig({
  root: "renderer",
  publicDir: "kit/brand/public",
  plugins: [react()],
  resolve: {
    alias: {
      "markdown-to-jsx/react": fileURLToPath(new URL("renderer/flow/form/no-markdown.ts", import.meta.url)),
    },
  },
  // The page's worker, in which the engine checks drafts. The CSP forbids generated code, so ajv is replaced.
  worker: {
    format: "es",
    plugins: () => [
      {
        name: "saphan:no-ajv",
        enforce: "pre",
        resolveId: (id: string) =>
          id === "ajv" ? fileURLToPath(new URL("renderer/studio/engine/ajv.ts", import.meta.url)) : null,
      },
      {
        name: "saphan:finding-texts",
        enforce: "pre",
        resolveId: (id: string, importer?: string) => {
          const language = /\/locales\/(th|en)\/finding\.json$/.exec(id)?.[1];
          if (language === undefined || importer?.includes("/engine/verify/words/") !== true) return null;
          return fileURLToPath(
            new URL(`renderer/studio/engine/finding-texts-${language}.ts`, import.meta.url),
          );
        },
      },
    ],
    rolldownOptions: { treeshake: { moduleSideEffects: (id) => !/\/(engine|domain)\//.test(id) } },
  },
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: ["chrome109", "safari16", "firefox115"],
    // The CSP allows only 'self', so no asset may become a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Modules in `engine` and `domain` have no side effects, so only their used exports are bundled.
    rolldownOptions: { treeshake: { moduleSideEffects: (id) => !/\/(engine|domain)\//.test(id) } },
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/modules", "/healthz"].map((path) => [
        path,
        `http://127.0.0.1:${process.env.PORT ?? "3000"}`,
      ]),
    ),
  },
});
