-- Writes what was decided about an instance, in sequence: answers, receipts, waits, the submission under its
-- key, and audit lines. Sealed values are in base64. An unknown kind of write is an error.
create or replace function write_decided(
  wanted uuid, decided_at timestamptz, on_version text, with_flags jsonb, writes jsonb
) returns void language plpgsql as $$
#variable_conflict use_column
declare
  one jsonb;
begin
  for one in select value from jsonb_array_elements(writes) loop
    case one ->> 'kind'
    when 'answer' then
      insert into flow_answers (instance, step, revision, sealed, given_at)
      values (wanted, one ->> 'step', (one ->> 'revision')::integer, decode(one ->> 'sealed', 'base64'), decided_at)
      on conflict (instance, step) do update
        set revision = excluded.revision, sealed = excluded.sealed, given_at = excluded.given_at;
    when 'drop-answers' then
      delete from flow_answers
      where instance = wanted and step in (select jsonb_array_elements_text(one -> 'steps'));
    when 'receipt' then
      insert into flow_receipts (instance, seq, step, kind, attempt, succeeded, repeatable, at, sealed, version,
        flags, sealed_facts)
      values (wanted, (one ->> 'seq')::integer, one ->> 'step', one ->> 'of', (one ->> 'attempt')::integer,
        (one ->> 'succeeded')::boolean, (one ->> 'repeatable')::boolean, (one ->> 'at')::timestamptz,
        decode(one ->> 'sealed', 'base64'), on_version, with_flags, decode(one ->> 'facts', 'base64'));
    when 'wait' then
      insert into flow_waits (instance, step, event, match, until, early, state)
      values (wanted, one ->> 'step', one ->> 'event', one -> 'match', (one ->> 'until')::timestamptz, null, 'open')
      on conflict (instance, step) do update set until = excluded.until;
    when 'end-wait' then
      update flow_waits set state = 'done', early = null where instance = wanted and step = one ->> 'step';
    when 'close' then
      update flow_waits set state = 'done', early = null where instance = wanted and state = 'open';
      update flow_instances set closed_at = decided_at where id = wanted;
    when 'submission' then
      insert into flow_submissions (instance, key, step, body_hash, outcome, at, sealed_answer)
      values (wanted, one ->> 'key', one ->> 'step', one ->> 'hash', one -> 'outcome', decided_at,
        decode(one ->> 'sealed', 'base64'));
      update flow_instances set version = on_version, touched_at = decided_at where id = wanted;
    when 'audit' then
      perform write_audit_line(one -> 'line');
    end case;
  end loop;
end $$;
