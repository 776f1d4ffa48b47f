-- Locks an instance until the transaction ends, and returns it as `whole_instances` does. With a key, it also
-- returns what is stored about the first submission with this key. To lock and to read are two statements: a
-- single one would return the answers from before it waited for the lock.
create or replace function lock_instance(wanted uuid, submission_key text) returns table (
  id uuid, flow text, version text, subject text, opened_by text, again uuid, language text, preview boolean,
  opened_at timestamptz, closed_at timestamptz, locked_key bytea, ordinal bigint, owner_key bytea, busy boolean,
  answers json, receipts json, repeated json, waits json,
  before_step text, before_hash text, before_outcome jsonb, before_answer bytea
) language plpgsql as $$
#variable_conflict use_column
begin
  perform from flow_instances i where i.id = wanted for update;
  return query
    select w.id, w.flow, w.version, w.subject, w.opened_by, w.again, w.language::text, w.preview, w.opened_at,
      w.closed_at, w.locked_key, w.ordinal, w.owner_key, w.busy, w.answers, w.receipts, w.repeated, w.waits,
      s.step, s.body_hash, s.outcome, s.sealed_answer
    from whole_instances w
    left join flow_submissions s on s.instance = w.id and s.key = submission_key
    where w.id = wanted;
end $$;
