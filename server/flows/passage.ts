import { sql } from "kysely";
import type { Db } from "../db/index.ts";

/** What people who opened a flow in a stretch of time did at one of its steps. */
export type StepPassage = {
  /** How many came to the step. */
  readonly arrived: number;
  /** How many sent it. */
  readonly sent: number;
  /** How many were last seen here more than a day ago. */
  readonly stopped: number;
  /** How many were last seen here within a day. */
  readonly here: number;
  /** Median seconds from coming to the step to sending it; `null` if nobody sent it. */
  readonly seconds: number | null;
  /** Wrong or expired codes, and tries of an effect that failed. */
  readonly failed: number;
};

/** What people did in a flow: numbers only, no answers and no people. */
export type Passage = {
  /** How many openings were read: the latest ones. */
  readonly opened: number;
  /** How many of them sent nothing yet. */
  readonly silent: number;
  readonly steps: { readonly [step: string]: StepPassage };
};

/** Openings that are read at most. */
const MOST_OPENINGS = 10_000;

/** Returns what people did who opened a flow from `from` until `until` (exclusive; `null`: until now). */
export async function passage(
  db: Db,
  given: { readonly flow: string; readonly from: Date; readonly until: Date | null; readonly now: Date },
): Promise<Passage> {
  const { flow, from, until, now } = given;
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000);
  const { rows } = await sql<{ readonly step: string | null } & StepPassage>`
    with opened as materialized (
      select id, opened_at, touched_at from flow_instances
      where flow = ${flow} and not preview and opened_at >= ${from}
        and (${until}::timestamptz is null or opened_at < ${until}::timestamptz)
      order by opened_at desc limit ${MOST_OPENINGS}),
    submitted as materialized (
      select s.instance, s.step, s.at, s.outcome ->> 'to' as next, s.outcome ->> 'kind' = 'done' as done
      from flow_submissions s join opened o on o.id = s.instance),
    sent as (select instance, step, min(at) as at from submitted where done group by instance, step),
    -- The first step is reached by opening, each later one by a submission that leads there.
    came as (
      select instance, step, min(at) as at from (
        (select distinct on (u.instance) u.instance, u.step, o.opened_at as at
           from submitted u join opened o on o.id = u.instance order by u.instance, u.at)
        union all select instance, next, at from submitted where done and next is not null
        union all select instance, step, at from sent) reached
      group by instance, step),
    -- Business time can stand still: of two submissions at once, the later one leads to a step not sent yet.
    last_seen as (
      select distinct on (u.instance) u.instance, u.next as step, o.touched_at
      from submitted u join opened o on o.id = u.instance
        left join sent s on s.instance = u.instance and s.step = u.next
      where u.done order by u.instance, u.at desc, (s.step is not null)),
    failed as (
      select step, count(*)::int as failed from (
        select step from submitted where not done
        union all
        select r.step from flow_receipts r join opened o on o.id = r.instance
        where r.kind = 'effect' and not r.succeeded) tries
      group by step)
    select c.step, count(*)::int as arrived, count(s.at)::int as sent,
      count(*) filter (where l.touched_at <= ${dayAgo})::int as stopped,
      count(*) filter (where l.touched_at > ${dayAgo})::int as here,
      round(percentile_cont(0.5) within group (order by extract(epoch from s.at - c.at)))::int as seconds,
      coalesce(max(f.failed), 0)::int as failed
    from came c
      left join sent s using (instance, step)
      left join last_seen l using (instance, step)
      left join failed f using (step)
    group by c.step
    union all
    select null, (select count(*) from opened)::int,
      (select count(*) from opened o where not exists (select from submitted u where u.instance = o.id))::int,
      0, 0, null, 0`.execute(db);
  const whole = rows.find(({ step }) => step === null);
  return {
    opened: whole?.arrived ?? 0,
    silent: whole?.sent ?? 0,
    steps: Object.fromEntries(rows.flatMap(({ step, ...of }) => (step === null ? [] : [[step, of]]))),
  };
}
