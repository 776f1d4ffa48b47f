-- Writes an audit line in the transaction of the change.
create or replace function write_audit_line(line jsonb) returns void language sql as $$
  insert into audit_lines (at, actor, action, subject, from_state, to_state, version, detail)
  values ((line ->> 'at')::timestamptz, line ->> 'actor', line ->> 'action', line ->> 'subject',
    line ->> 'from', line ->> 'to', line ->> 'version', line -> 'detail')
$$;
