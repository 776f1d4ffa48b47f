import { buildPage } from "./build.ts";
import { type Config, readConfig } from "./config.ts";
import { endInOrder } from "./end-in-order.ts";
import { greeting } from "./greeting.ts";
import { type Portal, startPortal } from "./start-portal.ts";

// The program of `npm start`: builds the page if its sources changed, starts the embedded PostgreSQL, and
// serves.
let config: Config | null = null;
let portal: Portal | null = null;
try {
  config = readConfig(process.env);
  // The page is built while the portal starts. The first failure of the two is reported.
  const page = buildPage(config);
  page.catch(() => {});
  const running = await startPortal(config);
  portal = running;
  endInOrder(running);
  await page;
  // Demo people are not loaded in runtime.
  const guests = config.env === "development" ? (await import("./development.ts")).demoPeople : [];
  process.stdout.write(greeting(config, guests, process.uptime()));
  // Tells the supervisor that the start succeeded. Only a process that served before is worth a restart.
  process.send?.("serving");
} catch (error) {
  process.stderr.write(`\n${(error as Error).message}\n`);
  if (config?.logLevel === "debug") process.stderr.write(`${(error as Error).stack}\n`);
  await portal?.stop().catch(() => {});
  process.exit(1);
}
