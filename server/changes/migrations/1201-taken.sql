-- The last time a colleague took over the change: {by, from, at, reason}.
alter table changes add column taken json;
