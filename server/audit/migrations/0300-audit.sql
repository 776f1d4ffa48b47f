-- Audit lines of every state change, each written in the transaction of the change. A sealer chains committed
-- lines in batches. Of a line, only the batch number can be added later.
create table audit_batches (
  number bigint primary key,
  lines integer not null check (lines > 0),
  previous_hash text not null,
  hash text not null,
  sealed_at timestamptz not null,
  -- Authentication code, made with a key outside the database. An attacker who can write this table can chain
  -- lines again, but cannot authenticate them.
  mark text
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
-- Indexes for reading the trail by actor, action and subject.
create index audit_lines_actor on audit_lines (actor, id);
create index audit_lines_action on audit_lines (action text_pattern_ops, id);
