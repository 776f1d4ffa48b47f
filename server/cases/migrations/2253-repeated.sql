-- The flow instance that opened a case, and the case that it repeats: the nearest one back that the same step of the same
-- person opened.
alter table cases
  add column instance uuid,
  add column repeats uuid references cases (id);
create index cases_of_instance on cases (instance);
