-- When an approved change is to be published, by whom and of which evidence; why it was not, where something had changed
-- by then: {at, by, note, evidence, stopped}.
alter table changes add column schedule json check (schedule is null or state = 'handed-in');
