import type { StaffRole } from "../../domain/staff-roles.ts";
import type { Language } from "../../engine/values/languages.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { AppError } from "../http/index.ts";
import { twoFactorSince } from "./authenticator.ts";
import { browserLabel, browserNames, shownNetwork } from "./browser-label.ts";
import { localMoment } from "./local-moment.ts";
import { hasDevices, knowsDevice, rememberDevice } from "./login-devices.ts";
import type { Room } from "./room.ts";
import { hashToken, randomToken } from "./secrets.ts";
import { signToken } from "./session-token.ts";
import { type EnteredWith, startSession } from "./sessions.ts";

/** The address, browser and device from which a log-in request comes. */
export type From = {
  readonly address: string;
  /** Secret from the browser's device cookie; `null` if there is none. */
  readonly device: string | null;
  readonly agent?: string | undefined;
};

/** A new session, with the contents of its cookies. */
export type LoggedIn = {
  readonly personId: string;
  readonly token: string;
  readonly secret: string;
  /** Secret that the device cookie contains from now on. */
  readonly device: string;
  /** Time at which the token expires, unless it is renewed. */
  readonly expiresAt: Date;
};

/**
 * Begins a session after a log-in by any method. Reports a log-in with a new browser to the person by e-mail,
 * unless it is the person's first log-in. Throws `two-factor-by-password` if the person has a second factor
 * and the log-in method did not ask for it.
 */
export async function beginSession(
  room: Room,
  tx: Tx,
  person: {
    readonly id: string;
    readonly role: StaffRole | null;
    readonly email: string;
    readonly language: Language;
  },
  {
    from,
    enteredWith,
    factorProved = false,
  }: { readonly from: From; readonly enteredWith: EnteredWith; readonly factorProved?: boolean },
): Promise<LoggedIn> {
  const now = room.clock.wall();
  // No log-in method may skip the second factor. The password log-in asks for it, and a passkey counts as a
  // second factor.
  if (!factorProved && enteredWith !== "password" && (await twoFactorSince(tx, person.id)) !== null)
    throw new AppError("two-factor-by-password");
  await record(tx, room.clock, {
    actor: `person:${person.id}`,
    action: "accounts.logIn",
    subject: `person:${person.id}`,
    detail: { with: enteredWith },
  });
  const known = await knowsDevice(tx, from.device, { personId: person.id, now });
  const browser = browserLabel(from.agent);
  // An unknown device secret was forged, has expired, or belongs to another person who uses this browser. The
  // browser then gets a new one.
  const device = known && from.device !== null ? from.device : randomToken();
  if (!known && (await hasDevices(tx, person.id)))
    await room.messages.send(tx, {
      to: person.email,
      template: "new-device",
      language: person.language,
      data: {
        when: localMoment(now),
        ...browserNames(browser),
        link: `${room.config.origin}/me/sessions`,
      },
      key: `new-device:${hashToken(device).toString("hex")}`,
    });
  await rememberDevice(tx, device, person.id, now);
  const network = shownNetwork(from.address);
  const { secret, idleUntil } = await startSession(tx, person, now, {
    browser,
    network,
    enteredWith,
    factorProved,
  });
  const exp = Math.floor(idleUntil.getTime() / 1000);
  const token = await signToken(room.keys.token, { uuid: person.id, exp }, room.audience);
  return { personId: person.id, token, secret, device, expiresAt: idleUntil };
}
