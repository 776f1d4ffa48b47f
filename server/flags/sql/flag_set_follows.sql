-- A new revision follows the newest one. A change that two people decided must be based on exactly the newest
-- revision.
create or replace function flag_set_follows() returns trigger language plpgsql as $$
begin
  if new.revision <> coalesce((select max(revision) from flag_sets), 0) + 1 then
    raise exception 'flag_sets: revision % does not follow the newest one', new.revision
      using errcode = 'check_violation', constraint = 'flag_sets_follow';
  end if;
  if new.change_id is not null and not exists (
    select from flag_changes c where c.id = new.change_id and c.base = new.revision - 1 and c.proposed_by = new.proposed_by
      and c.content::text = new.content::text
      and case new.source when 'press' then c.kind = 'PRESS' and c.state = 'PROPOSED'
        else c.kind = 'CHANGE' and c.state = 'APPROVED' and c.decided_by = new.approved_by end) then
    raise exception 'flag_sets: revision % is not what was decided', new.revision using errcode = 'check_violation';
  end if;
  return new;
end $$;
