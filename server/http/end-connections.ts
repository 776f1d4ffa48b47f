import type { App } from "./app.ts";

/** Running calls are aborted after this time. */
const FINISH_WITHIN_MS = 2_500;
const LOOK_EVERY_MS = 50;

/**
 * Lets the server stop although clients keep connections: each is closed after its answer, or at the latest after a
 * while.
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
