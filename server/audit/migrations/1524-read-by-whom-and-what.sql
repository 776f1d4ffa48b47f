-- The trail is read by who did something and by what was done; by subject it was before.
create index audit_lines_actor on audit_lines (actor, id);
create index audit_lines_action on audit_lines (action text_pattern_ops, id);
