import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { DateTime } from "luxon";
import { mailboxOf } from "../accounts/index.ts";
import { ZONE } from "../clock/index.ts";
import type { Tx } from "../db/index.ts";
import { AppError } from "../http/index.ts";
import "./tables.ts";

/**
 * Daily limits (Bangkok) of requests that open a case. Requests of account owners and of visitors are counted
 * separately. A stranger who sends an owner's address then does not use up the owner's limit. A visitor's
 * form can contain any person's address, so its letters have lower limits. A request above the letter limit
 * is still accepted, and the page shows its reference.
 */
export const dailyRequests = {
  /** Maximum number of requests of one account. Each request is confirmed by a letter. */
  owner: 10,
  /** Maximum number of requests of visitors with one e-mail address. */
  address: 10,
  /** Maximum number of requests of visitors from one network, which can serve many people. */
  client: 60,
  /** Maximum number of requests of all visitors together. */
  all: 10_000,
  /** Maximum number of letters to one e-mail address that visitors typed. */
  lettersToOne: 2,
  /** Maximum number of letters to all visitors together. */
  letters: 2_000,
} as const;

/**
 * Counts a request in its own transaction. Returns whether a letter may confirm the request. `owner`: id of
 * the person whose account has this confirmed address; `null` for a visitor. Error: `requests-used-up` at the
 * limit of the account, or of the visitor's address, network or all visitors.
 */
export async function countRequest(
  tx: Tx,
  key: Buffer,
  request: {
    readonly owner: string | null;
    readonly email: string;
    readonly client: string;
    readonly now: Date;
  },
): Promise<{ readonly mayWrite: boolean }> {
  const day = dayOf(request.now).toISODate();
  const take = async (name: string, limit: number): Promise<boolean> => {
    const { rows } = await sql`
      insert into case_days as d (key, day, requests)
      values (${createHmac("sha256", key).update(name).digest()}, ${day}, 1)
      on conflict (key, day) do update set requests = d.requests + 1 where d.requests < ${limit}
      returning requests`.execute(tx);
    return rows.length > 0;
  };
  if (request.owner !== null) {
    if (!(await take(`owner ${request.owner}`, dailyRequests.owner))) throw usedUp(request.now);
    return { mayWrite: true };
  }
  const mailbox = mailboxOf(request.email);
  // The row that all requests share is updated last, so that its lock is held for the shortest time.
  for (const [name, limit] of [
    [`address ${mailbox}`, dailyRequests.address],
    [`client ${request.client}`, dailyRequests.client],
    ["all", dailyRequests.all],
  ] as const)
    if (!(await take(name, limit))) throw usedUp(request.now);
  const mayWrite =
    (await take(`letters ${mailbox}`, dailyRequests.lettersToOne)) &&
    (await take("letters", dailyRequests.letters));
  return { mayWrite };
}

/** Deletes the counts of earlier days. */
export async function sweepRequests(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom("case_days").where("day", "<", dayOf(now).toISODate()).execute();
}

function usedUp(now: Date): AppError {
  const day = dayOf(now);
  const seconds = Math.ceil(day.plus({ days: 1 }).startOf("day").diff(day).as("seconds"));
  return new AppError("requests-used-up", { headers: { "Retry-After": String(seconds) } });
}

function dayOf(now: Date): DateTime<true> {
  return DateTime.fromJSDate(now, { zone: ZONE }) as DateTime<true>;
}
