-- Which kind of installation this database belongs to, from its first start on: demonstration people,
-- moved clocks and readable mailboxes must never get to real ones.
create table installation (
  single boolean primary key default true check (single),
  env text not null check (env in ('development', 'runtime'))
);
