import { sql } from "kysely";
import { groupThousands } from "../../engine/values/group-thousands.ts";
import { peopleWithRole } from "../accounts/index.ts";
import { approvedKinds } from "./kinds/index.ts";
import type { OrdersRoom } from "./room.ts";
import "./tables.ts";

/** Name of the job that notifies staff of orders that they must approve. */
export const tellApproversJob = "orders.approvers";

type Row = {
  readonly id: string;
  readonly reference: string;
  readonly strategy: string;
  readonly value: string;
  readonly turn: "finance" | "compliance";
  readonly short: "finance" | "compliance" | null;
  readonly free: readonly string[];
};

/**
 * Notifies the people who can give the next approval of an order. If too few such people are left, also
 * notifies the admins. Nobody is notified twice of the same order.
 */
export async function tellApprovers(room: OrdersRoom): Promise<void> {
  const { rows } = await sql<Row>`
    select o.id, o.reference, o.strategy, first.value, w.turn, approvers_short(o.id) as short,
      array(select f.person_id from free_approvers(o.id) f where f.role = w.turn) as free
    from orders o
      cross join lateral (select e.detail ->> 'value' as value from order_events e where e.order_id = o.id order by e.id limit 1) as first
      cross join lateral (select case when o.needs_compliance
        and (select count(*) from order_approvals a where a.order_id = o.id) = o.approvals_needed - 1 then 'compliance' else 'finance' end as turn) as w
    where o.status = 'WAITING' and o.kind = any (${approvedKinds}::text[]) order by o.placed_at`.execute(
    room.db,
  );
  if (rows.length === 0) return;
  const people = {
    finance: await peopleWithRole(room.db, "finance"),
    compliance: await peopleWithRole(room.db, "compliance"),
    admin: await peopleWithRole(room.db, "admin"),
  };
  for (const row of rows)
    await room.db.transaction().execute(async (tx) => {
      const letters = [
        ...people[row.turn]
          .filter(({ id }) => row.free.includes(id))
          .map((to) => ({ to, template: "approval-waits" })),
        ...(row.short === null ? [] : people.admin.map((to) => ({ to, template: "approval-nobody" }))),
      ];
      for (const { to, template } of letters)
        await room.messages.send(tx, {
          to: to.email,
          template,
          language: to.language,
          data: {
            reference: row.reference,
            strategy: row.strategy,
            value: groupThousands(row.value),
            role: row.short ?? row.turn,
            link: `${room.config.origin}/staff/approvals`,
          },
          key: `${template}:${row.turn}:${row.id}:${to.id}`,
        });
    });
}
