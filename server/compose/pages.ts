import type { JsonObject } from "../../engine/values/json.ts";
import { readMaintenance, staysOpen } from "../accounts/index.ts";
import { listStrategies, strategyWithHistory } from "../fund/index.ts";
import { serveAppLinks, servePages } from "../http/index.ts";
import { legalText } from "../legal/index.ts";
import { watchFiles } from "../publishing/index.ts";
import { createSite, siteRoutes } from "../site/index.ts";
import { createTexts } from "../texts.ts";
import type { Floor } from "./floor.ts";
import type { Rooms } from "./rooms.ts";

/**
 * Notifies open pages of changes. In development, also watches the source files. Returns a function that ends
 * the watch.
 */
export async function tellPages(floor: Floor, rooms: Rooms): Promise<() => void> {
  const { app, config, events, flagSet } = floor;
  const { content, definitions, publishing } = rooms;
  content.onChange(() => events.broadcast("content", { version: content.version() }));
  definitions.onEvent(({ event, data }) => {
    if (event !== "content") return events.broadcast(event, data as JsonObject);
    // Pages are notified only after the new content is loaded.
    content.refresh().catch((error: unknown) => app.log.warn({ err: error }, "content"));
  });
  if (config.env !== "development") return () => {};
  return await watchFiles(
    { definitions, publishing },
    { rootDir: config.rootDir, log: app.log, flagsEdited: flagSet.reload },
  );
}

/** Serves the app and the public pages. */
export async function registerPages(floor: Floor, rooms: Rooms): Promise<void> {
  const { app, config, clock, db, events, isOn } = floor;
  const { content, definitions, fund, legal } = rooms;
  serveAppLinks(app, config);
  // If the maintenance state cannot be read, all pages stay open (specification, section 8).
  const isClosed = async (url: string) =>
    !staysOpen(`app-setting[${url}]`) &&
    (
      await readMaintenance(db).catch((error: unknown) => {
        app.log.warn({ err: error }, "maintenance");
        return { maintenance: false };
      })
    ).maintenance;
  const appPage = await servePages(app, config, definitions.locales.edition, {
    clearsAppCache: () => isOn("clear-mobile-cache"),
    isClosed,
  });
  const texts = createTexts({ rootDir: config.rootDir, fresh: config.env === "development" });
  const site = createSite({
    config,
    clock,
    content,
    isOn,
    strategies: () => listStrategies(fund),
    strategy: (code) => strategyWithHistory(fund, code),
    legal: (document) => legalText(legal, document),
    text: (language, key) => texts.find(key)?.[language] ?? key,
    textsEdition: definitions.locales.edition,
  });
  events.beforeEach(site.forget);
  siteRoutes(app, site, { appPage, isClosed });
}
