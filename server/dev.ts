import { demoPeople } from "./accounts/development/index.ts";
import { developmentScreens } from "./build.ts";
import { readConfig } from "./config.ts";
import { distOf } from "./dist-of.ts";
import { endInOrder } from "./end-in-order.ts";
import { greeting } from "./greeting.ts";
import { startPortal } from "./start-portal.ts";

// The program of `npm run dev`: like `npm start`, but also rebuilds the page after changes of the renderer.
try {
  const config = readConfig(process.env);
  if (config.env !== "development") throw new Error("npm run dev is for SAPHAN_ENV=development.");
  const { build } = await import("vite");
  const watcher = await build({
    configFile: `${config.rootDir}/vite.config.ts`,
    mode: "production",
    define: developmentScreens("development"),
    logLevel: "warn",
    build: { outDir: distOf(config.rootDir, "development"), watch: {}, minify: false, sourcemap: true },
  });
  const portal = await startPortal(config);
  endInOrder({
    ...portal,
    stop: async () => {
      if ("close" in watcher) await watcher.close();
      await portal.stop();
    },
  });
  process.stdout.write(greeting(config, demoPeople, process.uptime()));
} catch (error) {
  process.stderr.write(`\n${(error as Error).message}\n`);
  process.exit(1);
}
