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

/** Where somebody comes from who enters. */
export type From = {
  readonly address: string;
  /** The secret by which this browser is known, where it has one. */
  readonly device: string | null;
  readonly agent?: string | undefined;
};

/** A session that has just begun: what goes into the cookies. */
export type LoggedIn = {
  readonly personId: string;
  readonly token: string;
  readonly secret: string;
  /** By which this browser is known from now on. */
  readonly device: string;
  /** Until when the token is good, unless it is renewed. */
  readonly expiresAt: Date;
};

/**
 * Begins a session of a person who has proved who they are, by whatever way. A browser that they never used before is told
 * to them by e-mail, but for the very first one. Throws
 * `two-factor-by-password` where a second factor is on and another way was taken.
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
  // No way leads past the second factor: the log-in by password asks for it, and a passkey is one.
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
  // One that is not known as theirs was made by whoever sent it, or stands for somebody else.
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
