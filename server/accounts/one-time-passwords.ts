import { sql } from "kysely";
import { DateTime } from "luxon";
import type { Language } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { ZONE } from "../clock/index.ts";
import type { Tx } from "../db/index.ts";
import type { ChallengeVerdict, OtpSent } from "../flows/index.ts";
import { emailKey, maskEmail } from "./email.ts";
import type { Room } from "./room.ts";
import { hashCode, randomCode, randomReference, sameBytes } from "./secrets.ts";

/** The limits of one-time passwords. */
export const otpLimits = { validMs: 5 * 60_000, resendMs: 60_000, tries: 5, aDay: 10 } as const;

/** What a code is bound to: whose it is, over which channel it went, for which action, in which log-in and flow. */
export type OtpBinding = {
  /** `person:<uuid>`, or a hash of the address for a stranger. */
  readonly owner: string;
  readonly channel: "email" | "sms";
  readonly action: string;
  /** The address that a flow had it sent to; a code that went to another one is wrong. Absent where it is the proved one. */
  readonly to?: string;
  /** The log-in or the visit that asked; a code is wrong in every other. Absent for a stranger without one. */
  readonly session?: string;
  /** The flow's instance that asked; a code is wrong in every other, and in calls past flows. Absent where such a call asked. */
  readonly instance?: string;
};

export type OtpRefused = {
  readonly code: "otp-too-soon" | "otp-daily-limit";
  /** When the next one may be asked for, ISO 8601 UTC. */
  readonly params: { readonly at: string };
};

/**
 * Makes a new code, replacing the one before, and sends it. With `deliver: false` everything happens but the
 * sending: for addresses that nobody here has. Errors: `otp-too-soon`, `otp-daily-limit`.
 */
export async function issueOtp(
  room: Room,
  tx: Tx,
  binding: OtpBinding,
  to: {
    readonly address: string;
    readonly language: Language;
    readonly deliver: boolean;
    /** What the letter says of the deed beside its action, a line each. */
    readonly about?: readonly string[];
    /** Who asked, where many ask for one owner: they get as many a day as an owner does. */
    readonly countedFor?: string;
  },
): Promise<Result<OtpSent, OtpRefused>> {
  const now = room.clock.wall();
  const day = DateTime.fromJSDate(now, { zone: ZONE });
  const today = day.toISODate() as string;
  const sent = await sentOn(tx, binding.owner, today);
  const asked = to.countedFor === undefined ? 0 : await sentOn(tx, to.countedFor, today);
  const before = await tx
    .selectFrom("one_time_passwords")
    .select("resend_at")
    .where("owner", "=", binding.owner)
    .where("channel", "=", binding.channel)
    .where("action", "=", binding.action)
    .executeTakeFirst();
  if (before !== undefined && before.resend_at > now)
    return fail({ code: "otp-too-soon", params: { at: before.resend_at.toISOString() } });
  if (Math.max(sent, asked) >= otpLimits.aDay) {
    const midnight = day.plus({ days: 1 }).startOf("day").toUTC().toJSDate();
    return fail({ code: "otp-daily-limit", params: { at: midnight.toISOString() } });
  }
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
    .where("owner", "in", [binding.owner, ...(to.countedFor === undefined ? [] : [to.countedFor])])
    .where("day", "=", today)
    .execute();
  if (to.deliver)
    await room.messages.send(tx, {
      to: to.address,
      channel: binding.channel,
      template: "otp",
      language: to.language,
      // The letter says what the code does: whoever is talked into reading it out must be able to see it.
      data: { code, reference, action: binding.action, about: (to.about ?? []).join("\n") },
      mock: room.isOn(`mock-${binding.channel}-otp`),
      key: `otp:${binding.owner}:${binding.action}:${reference}:${now.getTime()}`,
    });
  return ok({
    reference,
    channel: binding.channel,
    to: binding.channel === "email" ? maskEmail(to.address) : `•••${to.address.slice(-4)}`,
    expiresAt: expiresAt.toISOString(),
    resendAt: resendAt.toISOString(),
  });
}

/** How many codes went out on a day; locks the day: of two requests at once, the second sees what the first one did. */
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
 * Tries a code. The try is counted first, in one statement that waits for its like: of a hundred at once, five
 * are looked at. `tx` must be committed also when the code was wrong. A good code is good once.
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
