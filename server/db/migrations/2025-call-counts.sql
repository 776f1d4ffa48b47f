-- How often something was called in a window of time, by all server processes together. What a crash loses is a minute's counting.
create unlogged table call_counts (
  key bytea primary key,
  calls integer not null,
  ends_at timestamptz not null
);
create index call_counts_ends on call_counts (ends_at);
