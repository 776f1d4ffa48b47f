create or replace function content_versions_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'PROPOSED' then
      raise exception 'content_versions: what a person writes waits for another one' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if tg_op = 'UPDATE' and old.state = 'PROPOSED' and new.state <> 'PROPOSED'
     and to_jsonb(new) - array['state', 'decided_by', 'decided_at', 'decision_note']
       = to_jsonb(old) - array['state', 'decided_by', 'decided_at', 'decision_note'] then
    -- Notifies every server process. Each process then notifies its open pages.
    if new.state = 'PUBLISHED' then perform pg_notify('saphan_page_events', '{"event":"content","data":{}}'); end if;
    return new;
  end if;
  if tg_op = 'UPDATE' and old.state = 'PROPOSED' and new.state = 'PROPOSED'
     and to_jsonb(new) - array['publish_at', 'scheduled_by', 'schedule_note']
       = to_jsonb(old) - array['publish_at', 'scheduled_by', 'schedule_note'] then
    return new;
  end if;
  raise exception 'content_versions: a version is decided once and never changed or removed (%)', tg_op
    using errcode = 'restrict_violation';
end $$;
