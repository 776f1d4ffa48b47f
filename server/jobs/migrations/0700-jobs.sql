-- Progress of each schedule, in business time: up to when its job was sent, and up to when it was done.
create table schedules (
  job text primary key,
  sent_at timestamptz not null,
  done_at timestamptz not null
);
