import type { Jobs } from "../jobs/index.ts";
import { DEVICE_DAYS } from "./login-devices.ts";
import type { Room } from "./room.ts";

const DAY_MS = 86_400_000;

/** Registers the background jobs of the accounts module. */
export function accountsJobs(room: Room, jobs: Pick<Jobs, "work" | "schedule">): void {
  jobs.work("accounts.sweep", () => sweep(room));
  jobs.schedule("accounts.sweep", "45 3 * * *");
  jobs.work("accounts.forget-phones", () => forgetPhones(room));
  jobs.schedule("accounts.forget-phones", "5 * * * *");
}

/**
 * Deletes former phone numbers that can no longer be restored. Returns the number of deleted phone numbers.
 */
export async function forgetPhones({ db, clock }: Pick<Room, "db" | "clock">): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("password_resets")
    .where("purpose", "=", "restore-phone")
    .where((link) => link.or([link("used_at", "is not", null), link("expires_at", "<=", clock.wall())]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Deletes expired data: ended sessions, used links, codes and counters. Returns the number of deleted rows.
 */
export async function sweep(room: Room): Promise<number> {
  const { db } = room;
  const before = (days: number) => new Date(room.clock.wall().getTime() - days * DAY_MS);
  const erased = await Promise.all([
    // Sessions are kept for a month, for questions about past log-ins.
    db.deleteFrom("sessions").where("ends_at", "<", before(30)).executeTakeFirst(),
    db.deleteFrom("email_confirmations").where("expires_at", "<", before(7)).executeTakeFirst(),
    db.deleteFrom("password_resets").where("expires_at", "<", before(7)).executeTakeFirst(),
    db.deleteFrom("one_time_passwords").where("expires_at", "<", before(1)).executeTakeFirst(),
    db
      .deleteFrom("one_time_password_days")
      .where("day", "<", before(3).toISOString().slice(0, 10))
      .executeTakeFirst(),
    db.deleteFrom("social_attempts").where("expires_at", "<", before(1)).executeTakeFirst(),
    db.deleteFrom("repeated_calls").where("at", "<", before(1)).executeTakeFirst(),
    db.deleteFrom("passkey_challenges").where("expires_at", "<", before(1)).executeTakeFirst(),
    db.deleteFrom("login_codes").where("expires_at", "<", before(1)).executeTakeFirst(),
    db.deleteFrom("login_devices").where("seen_at", "<", before(DEVICE_DAYS)).executeTakeFirst(),
    db.deleteFrom("login_attempts").where("last_at", "<", before(1)).executeTakeFirst(),
  ]);
  return erased.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}
