import { sql } from "kysely";
import type { Db } from "../db/index.ts";

/** Figures about one step of a flow. They count people who opened the flow in a certain period. */
export type StepCounts = {
  /** Number of people who reached the step. */
  readonly arrived: number;
  /** Number of people who submitted the step. */
  readonly sent: number;
  /** Number of people who are still at this step, and did nothing for more than a day. */
  readonly stopped: number;
  /** Number of people who are still at this step, but did something within the last day. */
  readonly here: number;
  /** Median number of seconds from reaching the step to submitting it; `null` if no one submitted it. */
  readonly seconds: number | null;
  /** Number of wrong or expired codes, and of failed tries of an effect. */
  readonly failed: number;
};

/** Figures about a flow. They are only numbers, and contain no answers and no names. */
export type FlowCounts = {
  /** Number of counted openings of the flow. If there are too many, the latest ones are counted. */
  readonly opened: number;
  /** Number of counted openings after which the person has submitted nothing so far. */
  readonly silent: number;
  readonly steps: { readonly [step: string]: StepCounts };
};

/** Maximum number of openings to count. */
const MOST_OPENINGS = 10_000;

/**
 * Returns figures about the people who opened a flow between `from` (inclusive) and `until` (exclusive). If
 * `until` is `null`, the period lasts until now.
 */
export async function countSteps(
  db: Db,
  given: { readonly flow: string; readonly from: Date; readonly until: Date | null; readonly now: Date },
): Promise<FlowCounts> {
  const { flow, from, until, now } = given;
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000);
  const { rows } = await sql<{ readonly step: string | null } & StepCounts>`
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
