import type { App } from "./app.ts";

/** How long an answer can stay unread. */
const UNREAD_MS = 60_000;

/**
 * Closes connections whose client does not read: nothing was sent for a minute although data waits. Slow work without
 * an answer is not affected.
 */
export function endUnread(app: App, unreadMs: number = UNREAD_MS): void {
  app.addHook("onRequest", async (_request, reply) => {
    const { raw } = reply;
    raw.setTimeout(unreadMs, () => {
      if ((raw.socket?.writableLength ?? 0) > 0) raw.socket?.destroy();
    });
  });
}
