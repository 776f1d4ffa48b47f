-- Both status machines are data, and the database lets nothing pass that is not among it, whoever writes.
create table status_machines (
  entity text primary key,
  machine text not null check (machine in ('record', 'vendor'))
);
insert into status_machines (entity, machine) values
  ('kyc', 'record'), ('suit', 'record'),
  ('onfido', 'vendor'), ('verifio', 'vendor'), ('liveness', 'vendor'), ('account', 'vendor');

create table status_transitions (
  machine text not null,
  -- NONE where there is no status yet.
  from_status text not null,
  to_status text not null,
  primary key (machine, from_status, to_status)
);
insert into status_transitions (machine, from_status, to_status) values
  ('record', 'NONE', 'PRE_VERIFIED'), ('record', 'NONE', 'PENDING'),
  ('record', 'PRE_VERIFIED', 'PENDING'),
  ('record', 'PENDING', 'REVIEW'), ('record', 'PENDING', 'VERIFIED'), ('record', 'PENDING', 'REJECTED'),
  ('record', 'REVIEW', 'VERIFIED'), ('record', 'REVIEW', 'REJECTED'),
  ('record', 'VERIFIED', 'OVERDUE'),
  ('record', 'REJECTED', 'PENDING'),
  ('record', 'OVERDUE', 'PENDING'),
  ('vendor', 'NONE', 'WAITING'), ('vendor', 'NONE', 'PENDING'), ('vendor', 'NONE', 'BLOCKED'),
  ('vendor', 'WAITING', 'PENDING'), ('vendor', 'WAITING', 'BLOCKED'),
  ('vendor', 'PENDING', 'REVIEW'), ('vendor', 'PENDING', 'VERIFIED'), ('vendor', 'PENDING', 'REJECT'),
  ('vendor', 'PENDING', 'PENDING_REJECT'), ('vendor', 'PENDING', 'BLOCKED'),
  ('vendor', 'REVIEW', 'VERIFIED'), ('vendor', 'REVIEW', 'REJECT'), ('vendor', 'REVIEW', 'PENDING_REJECT'), ('vendor', 'REVIEW', 'BLOCKED'),
  ('vendor', 'VERIFIED', 'PENDING_REJECT'), ('vendor', 'VERIFIED', 'BLOCKED'),
  ('vendor', 'REJECT', 'PENDING'), ('vendor', 'REJECT', 'PENDING_REJECT'), ('vendor', 'REJECT', 'BLOCKED'),
  ('vendor', 'PENDING_REJECT', 'PENDING'), ('vendor', 'PENDING_REJECT', 'BLOCKED');

alter table identity_statuses drop constraint identity_statuses_entity_check;
alter table identity_statuses add foreign key (entity) references status_machines (entity);
-- For which due day its owner was told beforehand.
alter table identity_statuses add column reminded_for date;

create function identity_status_moves() returns trigger language plpgsql as $$
declare before text := case when tg_op = 'UPDATE' then old.status else 'NONE' end;
begin
  if tg_op = 'UPDATE' and (old.person_id, old.entity) <> (new.person_id, new.entity) then
    raise exception 'a status stays with its person and its entity';
  end if;
  if tg_op = 'UPDATE' and old.status = new.status then return new; end if;
  -- An insert that finds its row there goes on as an update, which comes here once more.
  if tg_op = 'INSERT' and exists (select from identity_statuses s where s.person_id = new.person_id and s.entity = new.entity) then
    return new;
  end if;
  if not exists (
    select from status_transitions t join status_machines m using (machine)
    where m.entity = new.entity and t.from_status = before and t.to_status = new.status
  ) then
    raise exception '% of person % cannot go from % to %', new.entity, new.person_id, before, new.status;
  end if;
  return new;
end $$;
create trigger identity_status_moves before insert or update on identity_statuses
  for each row execute function identity_status_moves();
