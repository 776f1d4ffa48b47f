import type { App } from "./app.ts";

/** How long an answer may lie unread. */
const UNREAD_MS = 60_000;

/**
 * Closes the connection of whoever asks and does not read: for a minute nothing of what waits for it has left. Work that takes
 * longer than that without an answer is not touched.
 */
export function endUnread(app: App, unreadMs: number = UNREAD_MS): void {
  app.addHook("onRequest", async (_request, reply) => {
    const { raw } = reply;
    raw.setTimeout(unreadMs, () => {
      if ((raw.socket?.writableLength ?? 0) > 0) raw.socket?.destroy();
    });
  });
}
