import { sql } from "kysely";
import type { Db, Tx } from "../db/index.ts";
import { networkOf } from "../http/index.ts";
import { hashCode } from "./secrets.ts";
import "./tables.ts";

/** The account and the IP address of a log-in attempt. */
export type LoginTry = { readonly email: string; readonly address: string };

/** Number of free tries, and the longest delay after them. */
export const loginDelays = {
  perAccountAndAddress: { free: 5, longestMs: 15 * 60_000 },
  perAddress: { free: 30, longestMs: 15 * 60_000 },
} as const;

/**
 * Counts a try before the password is verified, so that parallel tries all count. After the free tries the
 * delay doubles with each try. The delay applies to an account together with an IP address, and to the IP
 * address alone. It never applies to the account alone, so that no one can lock another person out. Returns
 * the end of the delay; `null` if there is none. A try during the delay is not counted.
 */
export async function countLoginTry(db: Db, key: Buffer, login: LoginTry, now: Date): Promise<Date | null> {
  const [own, shared] = keysOf(key, login);
  return await db
    .transaction()
    .execute(async (tx) => {
      const refused =
        (await take(tx, own, loginDelays.perAccountAndAddress, now)) ??
        (await take(tx, shared, loginDelays.perAddress, now));
      if (refused !== null) throw new Refused(refused);
      return null;
    })
    .catch((error) => {
      if (error instanceof Refused) return error.until;
      throw error;
    });
}

/**
 * After a successful log-in, clears the account's failures from this IP address. Also takes this try out of
 * the count of the IP address itself.
 */
export async function forgetLoginTry(db: Db, key: Buffer, login: LoginTry): Promise<void> {
  const [own, shared] = keysOf(key, login);
  await db.deleteFrom("login_attempts").where("key", "=", own).execute();
  await db
    .updateTable("login_attempts")
    .set({ failures: sql`greatest(failures - 1, 0)`, blocked_until: null })
    .where("key", "=", shared)
    .execute();
}

class Refused extends Error {
  readonly until: Date;
  constructor(until: Date) {
    super("too many tries");
    this.until = until;
  }
}

// IP addresses and e-mails are personal data, so the table contains only keyed hashes.
function keysOf(key: Buffer, { email, address }: LoginTry): readonly [Buffer, Buffer] {
  const network = networkOf(address);
  return [hashCode(key, ["account", email, network]), hashCode(key, ["address", network])];
}

/**
 * Counts a try in one statement. While the row is blocked, changes nothing and returns the end of the block.
 */
async function take(
  tx: Tx,
  key: Buffer,
  limit: { readonly free: number; readonly longestMs: number },
  now: Date,
): Promise<Date | null> {
  const counted = await sql`
    insert into login_attempts as a (key, failures, last_at, blocked_until)
    values (${key}, 1, ${now}, null)
    on conflict (key) do update set
      failures = case when a.last_at < ${now}::timestamptz - interval '1 hour' then 1 else a.failures + 1 end,
      last_at = ${now},
      blocked_until = case
        when a.last_at >= ${now}::timestamptz - interval '1 hour' and a.failures + 1 >= ${limit.free}
        then ${now}::timestamptz + least(
          ${limit.longestMs}::double precision,
          1000 * power(2, least(a.failures + 1 - ${limit.free}, 20))
        ) * interval '1 millisecond'
      end
    where a.blocked_until is null or a.blocked_until <= ${now}
    returning failures`.execute(tx);
  if (counted.rows.length > 0) return null;
  const row = await tx
    .selectFrom("login_attempts")
    .select("blocked_until")
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.blocked_until ?? null;
}
