import type { App } from "./app.ts";

/** Calls that are still at work after so long are cut off. */
const FINISH_WITHIN_MS = 2_500;
const LOOK_EVERY_MS = 50;

/**
 * Lets the server end though its clients keep their connections: each is closed once its call is answered, and after a while
 * whatever it does.
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
