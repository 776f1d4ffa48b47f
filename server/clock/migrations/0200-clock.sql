-- How far the development clock stands from the machine's. One row at most.
create table clock_offset (
  single boolean primary key default true check (single),
  offset_ms bigint not null
);
