-- Up to which moment of business time each schedule was handed to the queue, and up to which its job was done.
create table schedules (
  job text primary key,
  sent_at timestamptz not null,
  done_at timestamptz not null
);
