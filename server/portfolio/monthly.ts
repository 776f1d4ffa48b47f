import { sql } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { findPerson } from "../accounts/index.ts";
import type { Jobs } from "../jobs/index.ts";
import { makeStatement } from "./documents.ts";
import type { PortfolioRoom } from "./room.ts";
import type { Period } from "./statement.ts";
import "./tables.ts";

export const statementsJob = "portfolio.statements";
const batchSize = 50;

/** Registers the job that makes the monthly statements. It runs every morning until none is missing. */
export function portfolioJobs(room: PortfolioRoom, jobs: Jobs): void {
  jobs.work(statementsJob, () => monthlyStatements(room), { mostSeconds: 7_200 });
  jobs.schedule(statementsJob, "0 6 * * *");
}

/**
 * Makes the statements of last month for all people who held units in it, in each person's language, and
 * notifies them. People who already have one are skipped. While an order of that month is not yet allotted,
 * its owner's statement waits. Returns the number of statements.
 */
export async function monthlyStatements(room: PortfolioRoom): Promise<{ readonly statements: number }> {
  const period = monthBefore(room.clock.today());
  let statements = 0;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const people = await lackingIn(room, period, after);
    for (const { id } of people) {
      const person = await findPerson(room.db, id);
      if (person === null) continue;
      const made = await makeStatement(room, id, {
        ...period,
        format: "pdf",
        language: person.language,
        monthly: true,
      });
      if (!made.ok) throw new Error(`monthlyStatements: ${id}: ${made.error.code}`);
      statements += 1;
      const data: JsonObject = {
        from: formatTypedDate(period.from as LocalDate),
        to: formatTypedDate(period.to as LocalDate),
        link: `${room.config.origin}/statements`,
      };
      await room.db.transaction().execute((tx) =>
        room.messages.send(tx, {
          to: person.email,
          template: "statement-ready",
          language: person.language,
          data,
          key: `statement-ready:${period.from}:${id}`,
        }),
      );
    }
    const last = people.at(-1);
    if (last === undefined) return { statements };
    after = last.id;
  }
}

async function lackingIn(room: PortfolioRoom, { from, to }: Period, after: string) {
  return await room.db
    .selectFrom("people as p")
    .select("p.id")
    .where("p.id", ">", after)
    .where(
      sql<boolean>`exists (select from orders o where o.person_id = p.id and o.status = 'ALLOTTED' and o.nav_date <= ${to}::date
        and (o.nav_date >= ${from}::date or exists (select from holdings h where h.person_id = p.id and h.units > 0)))
      and not exists (select from orders o where o.person_id = p.id and o.status in ('APPROVED', 'WAITING') and o.nav_date <= ${to}::date)
      and not exists (select from account_documents d where d.person_id = p.id and d.monthly and d.period_from = ${from}::date)`,
    )
    .orderBy("p.id")
    .limit(batchSize)
    .execute();
}

/** Returns the calendar month before the month of a day. */
export function monthBefore(today: string): Period {
  const [year, month] = today.split("-").map(Number) as [number, number];
  const day = (utc: number) => new Date(utc).toISOString().slice(0, 10);
  return { from: day(Date.UTC(year, month - 2, 1)), to: day(Date.UTC(year, month - 1, 0)) };
}
