create or replace function nav_corrections_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - array['state', 'posted_at'] = to_jsonb(old) - array['state', 'posted_at'] then
    if old.state = 'PROPOSED' and new.posted_at is null and pg_trigger_depth() > 1 then return new; end if;
    if old.state = 'PROPOSED' and new.state = 'REPLACED' and new.posted_at is null
      and exists (select from navs where id = old.nav_id and status = 'REPLACED') then return new; end if;
    if old.state = 'APPROVED' and new.state = 'APPROVED' and old.posted_at is null and new.posted_at is not null then return new; end if;
  end if;
  raise exception 'a correction is decided by two people, and never changed or removed' using errcode = 'restrict_violation';
end $$;
