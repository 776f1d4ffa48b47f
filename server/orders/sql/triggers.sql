create or replace trigger order_approvals_stay before update or delete or truncate on order_approvals
  for each statement execute function never_removed();

create or replace trigger order_events_stay before update or delete or truncate on order_events
  for each statement execute function never_removed();

create or replace trigger order_moves_stay before update or delete or truncate on order_moves
  for each statement execute function never_removed();

create or replace trigger orders_finished before update on orders for each row
  when (old.status in ('REJECTED', 'CANCELLED', 'EXPIRED') or (old.status = 'ALLOTTED' and (old.status, old.nav, old.units, old.value, old.fee,
    old.vat, old.cost, old.proceeds, old.allotted_on, old.nav_date) is distinct from (new.status, new.nav, new.units, new.value, new.fee, new.vat,
    new.cost, new.proceeds, new.allotted_on, new.nav_date)))
  execute function orders_finished();

create or replace trigger orders_fixed before update of id, reference, kind, person_id, strategy, counter_order, units_wished, sell_all, dust_rule,
  reserved_units, method, approvals_needed, needs_compliance, payout_account, payout_label, fee_bps, vat_bps, min_remainder, risk_level,
  risk_acknowledged, placed_at, idempotency_key on orders for each statement execute function orders_fixed();

create or replace trigger orders_remember_day after update of nav_date, allotment_date, pay_by on orders for each row
  when (old.status = new.status
    and (old.nav_date, old.allotment_date, old.pay_by) is distinct from (new.nav_date, new.allotment_date, new.pay_by))
  execute function orders_remember_day();

create or replace trigger orders_remember_new after insert on orders referencing new table as new_orders
  for each statement execute function orders_remember_new();

create or replace trigger orders_remember_step after update on orders referencing new table as new_orders
  for each statement execute function orders_remember_step();

create or replace trigger orders_reserve after insert on orders referencing new table as new_orders
  for each statement execute function orders_reserve();

create or replace trigger orders_stay before delete or truncate on orders for each statement execute function never_removed();

create or replace trigger orders_step before update on orders for each row
  when (old.status <> new.status or new.status_before is not null) execute function orders_step();

create or replace trigger staff_hold_no_units before insert on orders for each row execute function refuse_orders_of_staff();

create or replace trigger staff_hold_no_units before update of role on people
  for each row when (new.role is not null and old.role is distinct from new.role) execute function refuse_roles_of_holders();

create or replace trigger order_events_of_orders after insert on order_events referencing new table as new_events
  for each statement when (pg_trigger_depth() = 0) execute function order_events_of_orders();

create or replace trigger orders_fixed_amounts before update of amount, fee, vat on orders for each row
  when ((old.amount, old.fee, old.vat) is distinct from (new.amount, new.fee, new.vat) and (old.kind = 'subscription'
    or (old.amount is not null and old.amount is distinct from new.amount
      and not (old.kind = 'switch-in' and old.status = 'APPROVED' and new.status = 'APPROVED'))
    or (old.kind in ('redemption', 'switch-out') and old.amount is distinct from new.amount)
    or ((old.fee, old.vat) is distinct from (new.fee, new.vat) and new.status <> 'ALLOTTED')))
  execute function orders_fixed();
