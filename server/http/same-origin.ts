import type { App, Request } from "./app.ts";
import { AppError } from "./errors.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects changes requested by a page of another origin. Browsers send the origin; a client without it (curl, a native
 * program) carries no browser cookies.
 */
export function refuseOtherOrigins(app: App, origin: string): void {
  app.addHook("onRequest", async (request) => {
    if (READING.has(request.method) || request.routeOptions.config.crossOrigin === true) return;
    if (!isSameOrigin(request, origin)) throw new AppError("other-origin");
  });
}

function isSameOrigin(request: Request, portal: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  return origin === portal || origin === `${request.protocol}://${request.host}`;
}
