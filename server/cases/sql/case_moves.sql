create or replace function case_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' then
      raise exception 'a case begins open, not %', new.state using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if (old.id, old.reference, old.person_id, old.flow, old.version, old.step, old.instance, old.repeats, old.about, old.asked_by, old.topic, old.deciders, old.answer, old.acknowledge_by, old.opened_at, old.locked_key,
      old.sealed, old.checklist)
    is distinct from
     (new.id, new.reference, new.person_id, new.flow, new.version, new.step, new.instance, new.repeats, new.about, new.asked_by, new.topic, new.deciders, new.answer, new.acknowledge_by, new.opened_at, coalesce(nullif(new.locked_key, ''), old.locked_key),
      new.sealed, new.checklist) then
    raise exception 'what case % was opened with never changes', old.reference using errcode = 'check_violation';
  end if;
  if old.objected_at is not null and new.objected_at is distinct from old.objected_at then
    raise exception 'an objection to case % stays', old.reference using errcode = 'check_violation';
  end if;
  if new.objected_at is not null and new.outcome = 'granted' and new.state = 'answered' and old.state <> 'answered' then
    raise exception 'case % was objected to', old.reference using errcode = 'check_violation';
  end if;
  if old.acknowledged_at is not null and new.acknowledged_at is distinct from old.acknowledged_at then
    raise exception 'case % is acknowledged once', old.reference using errcode = 'check_violation';
  end if;
  if old.state <> new.state and not exists (
    select from case_transitions t where t.from_state = old.state and t.to_state = new.state
  ) then
    raise exception 'case % cannot go from % to %', old.reference, old.state, new.state using errcode = 'check_violation';
  end if;
  if new.state = 'answered' and old.state <> 'answered' then
    if new.deciders = 2 and old.state <> 'proposed' then
      raise exception 'case % takes two people to answer', old.reference using errcode = 'check_violation';
    end if;
    if new.outcome = 'granted' and (select count(*) from case_ticks k where k.case_id = old.id) < jsonb_array_length(old.checklist) then
      raise exception 'case % is not ticked off', old.reference using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
