import type { App } from "./app.ts";

/** Time in milliseconds for which an answer can stay unread. */
const UNREAD_MS = 60_000;

/**
 * Closes connections whose client does not read: no data was sent for a minute although data waits. Does not
 * affect slow work that has not yet answered.
 */
export function endUnread(app: App, unreadMs: number = UNREAD_MS): void {
  app.addHook("onRequest", async (_request, reply) => {
    const { raw } = reply;
    raw.setTimeout(unreadMs, () => {
      if ((raw.socket?.writableLength ?? 0) > 0) raw.socket?.destroy();
    });
  });
}
