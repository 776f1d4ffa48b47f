import { sql } from "kysely";
import { DateTime } from "luxon";
import type { Channel } from "../../domain/channels.ts";
import type { Language } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { ZONE } from "../clock/index.ts";
import type { Tx } from "../db/index.ts";
import type { ChallengeVerdict, OtpSent } from "../flows/index.ts";
import { emailKey, maskEmail } from "./email.ts";
import type { Room } from "./room.ts";
import { hashCode, randomCode, randomReference, sameBytes } from "./secrets.ts";

/**
 * The limits of one-time passwords: validity and shortest interval in milliseconds, tries per code, and codes
 * per day.
 */
export const otpLimits = { validMs: 5 * 60_000, resendMs: 60_000, tries: 5, aDay: 10 } as const;

/** Binding of a code, which works only for this owner, channel, action, session and flow instance. */
export type OtpBinding = {
  /** Owner of the code: `person:<uuid>`, or a hash of the address for a visitor. */
  readonly owner: string;
  readonly channel: Channel;
  readonly action: string;
  /**
   * Address to which a flow sent the code. The code is wrong if it was sent to another address. Absent for
   * the account's verified address.
   */
  readonly to?: string;
  /**
   * Session or visit that requested the code. The code is wrong in any other session. Absent for a visitor
   * without a session.
   */
  readonly session?: string;
  /**
   * Flow instance that requested the code. The code is wrong in any other instance and outside flows. Absent
   * if a call outside flows requested it.
   */
  readonly instance?: string;
};

export type OtpRefused = {
  readonly code: "otp-too-soon" | "otp-daily-limit";
  /** Time at which the next code can be requested, in ISO 8601 UTC. */
  readonly params: { readonly at: string };
};

/** The recipient of a code. */
type OtpRecipient = {
  readonly address: string;
  readonly language: Language;
  readonly deliver: boolean;
  /** Additional lines of the letter that describe the action. */
  readonly about?: readonly string[];
  /**
   * Further key under which this code is counted: the requester, if many people can request codes for one
   * owner, or the phone number of a text message. Each key has the same daily limit as an owner.
   */
  readonly countedFor?: string;
};

/**
 * Creates and sends a code, which replaces the previous one. With `deliver: false` (unknown addresses), does
 * everything except sending. Errors: `otp-too-soon`, `otp-daily-limit`.
 */
export async function issueOtp(
  room: Room,
  tx: Tx,
  binding: OtpBinding,
  to: OtpRecipient,
): Promise<Result<OtpSent, OtpRefused>> {
  const now = room.clock.wall();
  const counted = [binding.owner, ...(to.countedFor === undefined ? [] : [to.countedFor])];
  const refused = await otpRefusal(tx, binding, { counted, now });
  if (refused !== null) return fail(refused);
  const code = randomCode();
  const reference = randomReference();
  const expiresAt = new Date(now.getTime() + otpLimits.validMs);
  const resendAt = new Date(now.getTime() + otpLimits.resendMs);
  const row = {
    reference,
    code_hash: codeHash(room, binding, reference, code),
    sent_at: now,
    resend_at: resendAt,
    expires_at: expiresAt,
    tries: 0,
    used_at: null,
  };
  await tx
    .insertInto("one_time_passwords")
    .values({ owner: binding.owner, channel: binding.channel, action: binding.action, ...row })
    .onConflict((conflict) => conflict.columns(["owner", "channel", "action"]).doUpdateSet(row))
    .execute();
  await tx
    .updateTable("one_time_password_days")
    .set({ sent: sql`sent + 1` })
    .where("owner", "in", counted)
    .where("day", "=", dayOf(now).toISODate() as string)
    .execute();
  if (to.deliver) await sendCode(room, tx, binding, to, { code, reference, now });
  return ok({
    reference,
    channel: binding.channel,
    to: binding.channel === "email" ? maskEmail(to.address) : `•••${to.address.slice(-4)}`,
    expiresAt: expiresAt.toISOString(),
    resendAt: resendAt.toISOString(),
  });
}

/**
 * Returns why a code cannot be requested now; `null` if it can. Locks the daily counters under which the code
 * is counted.
 */
async function otpRefusal(
  tx: Tx,
  binding: OtpBinding,
  { counted, now }: { readonly counted: readonly string[]; readonly now: Date },
): Promise<OtpRefused | null> {
  const day = dayOf(now);
  const sent: number[] = [];
  for (const one of counted) sent.push(await sentOn(tx, one, day.toISODate() as string));
  const before = await tx
    .selectFrom("one_time_passwords")
    .select("resend_at")
    .where("owner", "=", binding.owner)
    .where("channel", "=", binding.channel)
    .where("action", "=", binding.action)
    .executeTakeFirst();
  if (before !== undefined && before.resend_at > now)
    return { code: "otp-too-soon", params: { at: before.resend_at.toISOString() } };
  if (Math.max(...sent) < otpLimits.aDay) return null;
  const midnight = day.plus({ days: 1 }).startOf("day").toUTC().toJSDate();
  return { code: "otp-daily-limit", params: { at: midnight.toISOString() } };
}

function dayOf(at: Date): DateTime {
  return DateTime.fromJSDate(at, { zone: ZONE });
}

async function sendCode(
  room: Room,
  tx: Tx,
  binding: OtpBinding,
  to: OtpRecipient,
  { code, reference, now }: { readonly code: string; readonly reference: string; readonly now: Date },
): Promise<void> {
  await room.messages.send(tx, {
    to: to.address,
    channel: binding.channel,
    template: "otp",
    language: to.language,
    // The letter states what the code does, so that a victim who is asked to read the code out can notice the
    // fraud.
    data: { code, reference, action: binding.action, about: (to.about ?? []).join("\n") },
    mock: room.isOn(`mock-${binding.channel}-otp`),
    key: `otp:${binding.owner}:${binding.action}:${reference}:${now.getTime()}`,
  });
}

/**
 * Returns the number of codes sent to an owner on a day. Locks the counter, so that parallel requests are
 * counted one after the other.
 */
async function sentOn(tx: Tx, owner: string, day: string): Promise<number> {
  const { sent } = await tx
    .insertInto("one_time_password_days")
    .values({ owner, day, sent: 0 })
    .onConflict((conflict) =>
      conflict.columns(["owner", "day"]).doUpdateSet({ sent: sql`one_time_password_days.sent` }),
    )
    .returning("sent")
    .executeTakeFirstOrThrow();
  return sent;
}

/**
 * Verifies a code. First counts the try, in one statement that locks the row: of a hundred parallel tries,
 * five are verified. The caller must commit `tx` even if the code is wrong. A code works only once.
 */
export async function tryOtp(
  room: Room,
  tx: Tx,
  binding: OtpBinding,
  code: string,
): Promise<ChallengeVerdict> {
  const now = room.clock.wall();
  const row = await tx
    .updateTable("one_time_passwords")
    .set({ tries: sql`tries + 1` })
    .where("owner", "=", binding.owner)
    .where("channel", "=", binding.channel)
    .where("action", "=", binding.action)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("tries", "<", otpLimits.tries)
    .returning(["tries", "code_hash", "reference"])
    .executeTakeFirst();
  if (row === undefined) return await whyNot(tx, binding);
  if (sameBytes(row.code_hash, codeHash(room, binding, row.reference, code))) {
    await tx
      .updateTable("one_time_passwords")
      .set({ used_at: now })
      .where("owner", "=", binding.owner)
      .where("channel", "=", binding.channel)
      .where("action", "=", binding.action)
      .execute();
    return { kind: "passed" };
  }
  const triesLeft = otpLimits.tries - row.tries;
  return triesLeft === 0 ? { kind: "exhausted" } : { kind: "wrong", triesLeft };
}

async function whyNot(tx: Tx, binding: OtpBinding): Promise<ChallengeVerdict> {
  const row = await tx
    .selectFrom("one_time_passwords")
    .select(["tries", "used_at"])
    .where("owner", "=", binding.owner)
    .where("channel", "=", binding.channel)
    .where("action", "=", binding.action)
    .executeTakeFirst();
  const spent = row !== undefined && row.used_at === null && row.tries >= otpLimits.tries;
  return { kind: spent ? "exhausted" : "expired" };
}

function codeHash(room: Room, binding: OtpBinding, reference: string, code: string): Buffer {
  const { owner, channel, action, to, session, instance } = binding;
  const sentTo = to === undefined ? [] : ["to", emailKey(to)];
  const askedIn = session === undefined ? [] : ["session", session];
  const askedFor = instance === undefined ? [] : ["instance", instance];
  const parts = [owner, channel, action, reference, code, ...sentTo, ...askedIn, ...askedFor];
  return hashCode(room.keys.code, parts);
}
