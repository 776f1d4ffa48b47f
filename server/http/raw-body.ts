import type { App, Request } from "./app.ts";

/**
 * Registers routes whose bodies stay unparsed, in a separate Fastify scope. A signature covers the raw bytes,
 * and vendors send forms as well as JSON.
 */
export function withRawBodies(app: App, routes: (scope: App) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    routes(scope);
  });
}

/**
 * Returns the bytes of the body in a route of `withRawBodies`; an empty buffer if the request had no body.
 */
export function rawBodyOf({ body }: Request): Buffer {
  return body instanceof Buffer ? body : Buffer.alloc(0);
}
