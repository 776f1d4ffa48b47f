-- Offset of the development clock from the machine's time. At most one row.
create table clock_offset (
  single boolean primary key default true check (single),
  offset_ms bigint not null
);
