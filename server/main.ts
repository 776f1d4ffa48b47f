import { buildPage } from "./build.ts";
import { type Config, readConfig } from "./config.ts";
import { endInOrder } from "./end-in-order.ts";
import { greeting } from "./greeting.ts";
import { type Portal, startPortal } from "./start-portal.ts";

// The program of `npm start`. It builds the page if its sources changed, starts the embedded PostgreSQL, and
// then serves the portal.
let config: Config | null = null;
let portal: Portal | null = null;
try {
  config = readConfig(process.env);
  // The page is built while the portal starts. If both fail, the first failure is reported.
  const page = buildPage(config);
  page.catch(() => {});
  const running = await startPortal(config);
  portal = running;
  endInOrder(running);
  await page;
  // In `runtime` there are no demo people, so their module is not loaded.
  const guests = config.env === "development" ? (await import("./development.ts")).demoPeople : [];
  process.stdout.write(greeting(config, guests, process.uptime()));
  // Tells the supervisor that the start succeeded. The supervisor restarts only processes that have served
  // before.
  process.send?.("serving");
} catch (error) {
  process.stderr.write(`\n${(error as Error).message}\n`);
  if (config?.logLevel === "debug") process.stderr.write(`${(error as Error).stack}\n`);
  await portal?.stop().catch(() => {});
  process.exit(1);
}
