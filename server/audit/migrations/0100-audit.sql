-- Every state change, written in the transaction that makes it. A sealer chains committed lines in
-- batches: the batch number is all that may ever be added to a line.
create table audit_batches (
  number bigint primary key,
  lines integer not null check (lines > 0),
  previous_hash text not null,
  hash text not null,
  sealed_at timestamptz not null
);

create table audit_lines (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  from_state text,
  to_state text,
  version text,
  detail jsonb not null default '{}',
  batch bigint references audit_batches (number) deferrable initially deferred
);
create index audit_lines_subject on audit_lines (subject, id);
create index audit_lines_batch on audit_lines (batch, id) where batch is not null;
create index audit_lines_unsealed on audit_lines (id) where batch is null;

create function audit_lines_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.batch is null and new.batch is not null
    and (new.id, new.at, new.actor, new.action, new.subject, new.detail)
      = (old.id, old.at, old.actor, old.action, old.subject, old.detail)
    and (new.from_state, new.to_state, new.version)
      is not distinct from (old.from_state, old.to_state, old.version)
  then return new; end if;
  raise exception 'an audit line is never changed or removed (line %)', old.id;
end $$;
create trigger audit_lines_stay before update or delete on audit_lines
  for each row execute function audit_lines_stay();

create function audit_batches_stay() returns trigger language plpgsql as $$
begin
  raise exception 'an audit batch is never changed or removed (batch %)', old.number;
end $$;
create trigger audit_batches_stay before update or delete on audit_batches
  for each row execute function audit_batches_stay();
