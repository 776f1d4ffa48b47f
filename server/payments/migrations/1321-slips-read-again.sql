-- Whoever misread a slip that still waits for a second person reads it again: each reading stays, a person's latest counts.
alter table slip_confirmations
  add column reading bigint generated always as identity,
  drop constraint slip_confirmations_pkey,
  add primary key (slip_id, reading);
