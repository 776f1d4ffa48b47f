import type { App } from "./app.ts";

/** Time in milliseconds after which running calls are aborted. */
const FINISH_WITHIN_MS = 2_500;
const LOOK_EVERY_MS = 50;

/**
 * Lets the server stop even if clients keep connections open. Each connection is closed after its answer, or
 * after a few seconds at the latest.
 */
export function endConnections(app: App): void {
  let look: NodeJS.Timeout | undefined;
  let cut: NodeJS.Timeout | undefined;
  app.addHook("preClose", async () => {
    look = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY_MS);
    cut = setTimeout(() => app.server.closeAllConnections(), FINISH_WITHIN_MS);
  });
  app.addHook("onClose", async () => {
    clearInterval(look);
    clearTimeout(cut);
  });
}
