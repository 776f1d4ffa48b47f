-- The last time a colleague took the change over: {by, from, at, reason}.
alter table changes add column taken json;
