import { AppError, type Reply, type Request } from "../http/index.ts";
import type { From, LoggedIn } from "./begin-session.ts";
import type { Cookies } from "./cookies.ts";
import type { LogInFailure } from "./log-in.ts";
import type { Room } from "./room.ts";
import { isToken } from "./secrets.ts";
import { endSession } from "./sessions.ts";

/** Where a call comes from that wants to enter. */
export function fromOf(cookies: Cookies, request: Request): From {
  const device = request.cookies[cookies.names.device];
  return {
    address: request.ip,
    device: device !== undefined && isToken(device) ? device : null,
    agent: request.headers["user-agent"],
  };
}

/** Hands a session that has begun to the browser; the one that it had before is nobody's any more. */
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

/** Why nobody was let in, as a refusal; what consents lack is said by the caller. */
export function logInError(room: Room, error: LogInFailure): AppError {
  if (error.code !== "too-many-tries") return new AppError(error.code);
  const seconds = Math.max(1, Math.ceil((error.until.getTime() - room.clock.wall().getTime()) / 1000));
  return new AppError(error.code, { params: { seconds }, headers: { "Retry-After": String(seconds) } });
}
