import { AppError, type Reply, type Request } from "../http/index.ts";
import type { From, LoggedIn } from "./begin-session.ts";
import type { Cookies } from "./cookies.ts";
import type { LogInFailure } from "./log-in.ts";
import type { Room } from "./room.ts";
import { isToken } from "./secrets.ts";
import { endSession } from "./sessions.ts";

/** Returns the address, browser and device from which a log-in request comes. */
export function fromOf(cookies: Cookies, request: Request): From {
  const device = request.cookies[cookies.names.device];
  return {
    address: request.ip,
    device: device !== undefined && isToken(device) ? device : null,
    agent: request.headers["user-agent"],
  };
}

/** Sends a new session's cookies to the browser and ends the browser's previous session. */
export async function handOver(
  room: Room,
  cookies: Cookies,
  { request, reply }: { readonly request: Request; readonly reply: Reply },
  entered: LoggedIn,
): Promise<{ readonly uuid: string; readonly exp: number }> {
  const before = request.cookies[cookies.names.session];
  if (before !== undefined)
    await room.db.transaction().execute((tx) => endSession(tx, before, room.clock.wall()));
  cookies.setToken(reply, entered.token);
  cookies.setSession(reply, entered.secret);
  cookies.setDevice(reply, entered.device);
  return { uuid: entered.personId, exp: Math.floor(entered.expiresAt.getTime() / 1000) };
}

/** Converts a log-in failure to an error. The caller adds the missing consents to the error. */
export function logInError(room: Room, error: LogInFailure): AppError {
  if (error.code !== "too-many-tries") return new AppError(error.code);
  const seconds = Math.max(1, Math.ceil((error.until.getTime() - room.clock.wall().getTime()) / 1000));
  return new AppError(error.code, { params: { seconds }, headers: { "Retry-After": String(seconds) } });
}
