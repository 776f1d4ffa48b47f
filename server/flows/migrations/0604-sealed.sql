-- What people typed, what was shown to them, what effects answered and what decided lies sealed under a key of each
-- instance, which is locked with its owner's key: erasing the owner's key erases all of it, here and in every copy.
-- Rows from before have their plain columns until the portal has sealed them, at its next start.
alter table flow_instances add column locked_key bytea;
create index flow_instances_unsealed on flow_instances (ordinal) where locked_key is null;

alter table flow_answers alter column value drop not null, add column sealed bytea;
alter table flow_answers add check (num_nonnulls(value, sealed) = 1);

alter table flow_receipts alter column body drop not null, alter column facts drop not null,
  add column sealed bytea, add column sealed_facts bytea;
alter table flow_receipts add check (num_nonnulls(body, sealed) = 1 and num_nonnulls(facts, sealed_facts) = 1);

alter table flow_runs alter column input_hash drop not null, add column sealed bytea;
alter table flow_runs add check (num_nonnulls(input, sealed) <= 1);

-- The one change that a receipt ever sees: its plain text is replaced by the sealed one.
create or replace function flow_receipts_are_kept() returns trigger language plpgsql as $$
begin
  -- The one way out: visitors' instances that nobody claimed are erased whole, by the job that says so.
  if tg_op = 'DELETE' and current_setting('saphan.erase', true) = 'unclaimed'
     and exists (select from flow_instances i where i.id = old.instance and i.subject like 'visitor:%') then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.sealed is null and new.body is null and new.facts is null
     and to_jsonb(new) - array['body', 'facts', 'sealed', 'sealed_facts']
       = to_jsonb(old) - array['body', 'facts', 'sealed', 'sealed_facts'] then
    return new;
  end if;
  raise exception 'flow_receipts: a receipt is never changed or removed (%)', tg_op using errcode = 'restrict_violation';
end $$;
