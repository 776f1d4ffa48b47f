import { clientOf } from "./access.ts";
import type { App } from "./app.ts";
import { createTurns } from "./turns.ts";

/** Maximum number of parallel changes per client. A page needs one or two. */
const EACH = 4;
/**
 * Maximum number of waiting changes per client. It is enough for several pages, or for many people behind one
 * address.
 */
const MOST_WAITING = 100;

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Whether the call is exempt from the limit. Uploads are exempt, because their sender determines how long
     * they take.
     */
    ownPace?: boolean;
  }
}

/**
 * Limits the parallel changes of a client, which is a person or a visitor's address. Further changes wait
 * without holding resources, so that other clients can get database connections. Error: `too-many-requests`
 * if too many changes wait. Must be called before any route is registered.
 */
export function changesInTurn(app: App): void {
  const turns = createTurns({ each: EACH, mostWaiting: MOST_WAITING });
  app.addHook("onRoute", (route) => {
    const reads = ["GET", "HEAD", "OPTIONS"].includes(String(route.method));
    if (reads || route.config?.ownPace === true) return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      return await turns(clientOf(request), async () => await handler.call(this, request, reply));
    };
  });
}
