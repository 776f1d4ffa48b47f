import type { App, Request } from "./app.ts";
import { AppError } from "./errors.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects changes that a page of another origin requests. Browsers send the origin. A client that sends none,
 * such as curl or a native program, does not have the cookies of a browser.
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
