-- Ensures that a NAV is decided once and never changed. If a correction is approved, the NAV that it names
-- becomes replaced.
create or replace function navs_stay() returns trigger language plpgsql as $$
declare kept text[] := array['status', 'decided_by', 'decided_at', 'decision_reason', 'decision'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - kept = to_jsonb(old) - kept then
    if old.status = 'ENTERED' and new.status in ('APPROVED', 'REJECTED') then
      if new.status = 'APPROVED' then
        -- The old NAV is replaced first, because a day can have only one approved NAV.
        update navs set status = 'REPLACED' where id = new.replaces and status = 'APPROVED';
        if new.replaces is not null and not found then
          raise exception 'the NAV that this one corrects counts no more (% of %)', old.strategy, old.date;
        end if;
        new.decision := nextval('fund_decisions');
      end if;
      return new;
    end if;
    -- Only the update above, which runs when a correction is approved, may replace an approved NAV.
    if old.status = 'APPROVED' and new.status = 'REPLACED' and pg_trigger_depth() > 1
      and to_jsonb(new) - 'status'::text = to_jsonb(old) - 'status'::text then return new; end if;
  end if;
  raise exception 'a decided NAV is never changed, and none is removed (% of %)', old.strategy, old.date;
end $$;
