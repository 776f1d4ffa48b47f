-- Progress of each schedule in business time: the time up to which its job was sent, and up to which it was
-- done.
create table schedules (
  job text primary key,
  sent_at timestamptz not null,
  done_at timestamptz not null
);
