create or replace function nav_correction_decided() returns trigger language plpgsql as $$
begin
  if not exists (select from people where id = new.person_id and role in ('finance', 'compliance')) then
    raise exception 'only finance or compliance decides' using errcode = 'check_violation';
  end if;
  if exists (select from navs where id = new.nav_id and entered_by = new.person_id) then
    raise exception 'who enters never approves' using errcode = 'check_violation', constraint = 'nav_correction_four_eyes';
  end if;
  perform from nav_corrections where nav_id = new.nav_id and state = 'PROPOSED' for update;
  if not found then
    raise exception 'the correction is decided' using errcode = 'check_violation';
  end if;
  update nav_corrections set state = new.decision where nav_id = new.nav_id
    and (new.decision = 'REJECTED' or exists (select from nav_correction_decisions d where d.nav_id = new.nav_id and d.decision = 'APPROVED'));
  return new;
end $$;
