import { sql } from "kysely";
import type { Language } from "../../engine/values/languages.ts";
import { addDays, formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { peopleWithRole } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { writeEntry } from "./entries.ts";
import { findCase } from "./find-case.ts";
import type { Room } from "./room.ts";
import type { Desk } from "./tables.ts";
import "./tables.ts";

/**
 * Name of the job that notifies colleagues of due cases, closes answered cases, and makes old closed cases
 * unreadable.
 */
export const deadlinesJob = "cases.deadlines";

/** Number of days before the due day on which a colleague gets the first notice of a case. */
const TOLD_DAYS_BEFORE = 3;

/** Number of days after an answer in which the customer can reopen the case. */
const CLOSED_AFTER_DAYS = 30;

/**
 * Notifies colleagues once a day of cases that are due soon or overdue. Closes cases that were answered 30
 * days ago, and makes cases unreadable whose retention period is over. Returns the number of letters.
 */
export async function tellDeadlines(room: Room): Promise<number> {
  await closeAnswered(room);
  await forgetClosed(room);
  const today = room.clock.today();
  const until = addDays(today as LocalDate, TOLD_DAYS_BEFORE);
  return await room.db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom("cases as c")
      .leftJoin("people as o", (join) =>
        join.onRef("o.id", "=", "c.owner").onRef("o.role", "=", "c.desk").on("o.locked_at", "is", null),
      )
      .select(["c.id", "c.reference", "c.desk", "c.promised_on", "o.id as owner"])
      .where("c.state", "in", ["open", "asked", "proposed"])
      .where("c.promised_on", "<=", until)
      .where((where) => where.or([where("c.told_on", "is", null), where("c.told_on", "<", today)]))
      .orderBy("c.promised_on")
      .forUpdate("c")
      .execute();
    if (due.length === 0) return 0;
    await tx
      .updateTable("cases")
      .set({ told_on: today })
      .where(
        "id",
        "in",
        due.map(({ id }) => id),
      )
      .execute();
    let letters = 0;
    for (const desk of new Set(due.map((one) => one.desk)))
      for (const colleague of await peopleWithRole(tx, desk)) {
        // The owner of a case is notified. If a case has no owner, all colleagues of its desk are notified.
        const theirs = due.filter((one) => one.desk === desk && (one.owner ?? colleague.id) === colleague.id);
        if (theirs.length === 0) continue;
        await write(room, tx, colleague, { desk, today, theirs });
        letters += 1;
      }
    return letters;
  });
}

async function write(
  room: Room,
  tx: Tx,
  to: { readonly id: string; readonly email: string; readonly language: Language },
  {
    desk,
    today,
    theirs,
  }: {
    readonly desk: Desk;
    readonly today: string;
    readonly theirs: readonly { readonly reference: string; readonly promised_on: string }[];
  },
): Promise<void> {
  const listed = theirs
    .slice(0, 30)
    .map((one) => `${one.reference} (${formatTypedDate(one.promised_on as LocalDate)})`);
  await room.messages.send(tx, {
    to: to.email,
    template: "cases-due",
    language: to.language,
    data: {
      late: theirs.filter(({ promised_on }) => promised_on < today).length,
      soon: theirs.filter(({ promised_on }) => promised_on >= today).length,
      cases: listed.join("\n"),
      link: `${room.config.origin}/staff/cases`,
    },
    key: `cases-due:${today}:${desk}:${to.id}`,
  });
}

async function closeAnswered(room: Room): Promise<void> {
  const before = room.clock.now().minus({ days: CLOSED_AFTER_DAYS }).toJSDate();
  const rows = await room.db
    .selectFrom("cases")
    .select("id")
    .where("state", "=", "answered")
    .where("answered_at", "<", before)
    .execute();
  for (const { id } of rows)
    await room.db.transaction().execute(async (tx) => {
      const found = await findCase(room, tx, id, { lock: true });
      if (found?.row.state !== "answered") return;
      const at = room.clock.now().toJSDate();
      await tx.updateTable("cases").set({ state: "closed", closed_at: at }).where("id", "=", id).execute();
      if (found.key !== null)
        await writeEntry(tx, { id, key: found.key }, { kind: "closed", by: null, at, shown: true });
      await record(tx, room.clock, {
        actor: `system:${deadlinesJob}`,
        action: "cases.close",
        subject: `case:${id}`,
        from: "answered",
        to: "closed",
      });
    });
}

/**
 * Makes closed cases unreadable after the retention period of their topic, which is given in years. Also
 * deletes the uploads of visitors in these cases.
 */
async function forgetClosed(room: Room): Promise<void> {
  const rows = await room.db
    .selectFrom("cases")
    .select(["id", "record", "person_id"])
    .where("state", "=", "closed")
    .where(sql<boolean>`locked_key <> ''`)
    .where(sql<boolean>`closed_at + make_interval(years => keep_years) < ${room.clock.now().toJSDate()}`)
    .execute();
  for (const { id, record: kept, person_id } of rows)
    await room.db.transaction().execute(async (tx) => {
      await tx
        .updateTable("cases")
        .set({ locked_key: Buffer.alloc(0) })
        .where("id", "=", id)
        .execute();
      await tx.deleteFrom("case_contacts").where("case_id", "=", id).execute();
      await room.records.destroy(tx, kept);
      if (person_id === null)
        for (const owner of [`case:${id}`, `record:${kept}`]) await room.files.forget(tx, owner, "all");
      await record(tx, room.clock, {
        actor: `system:${deadlinesJob}`,
        action: "cases.forget",
        subject: `case:${id}`,
      });
    });
}
