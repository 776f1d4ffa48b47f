-- `instance`: the flow instance that opened the case. `repeats`: the latest earlier case that the same step
-- opened for the same person.
alter table cases
  add column instance uuid,
  add column repeats uuid references cases (id);
create index cases_of_instance on cases (instance);
