-- Cases: what a flow opened at a desk, until it is answered and closed. What was said lies sealed under a key of the case,
-- which is locked by its owner's: erased with the person. The machine is data, and the database lets nothing else pass.
create table case_transitions (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into case_transitions (from_state, to_state) values
  ('open', 'asked'), ('open', 'proposed'), ('open', 'answered'),
  ('asked', 'open'), ('asked', 'proposed'), ('asked', 'answered'),
  ('proposed', 'open'), ('proposed', 'answered'),
  ('answered', 'open'), ('answered', 'closed');

create table cases (
  id uuid primary key,
  reference text not null unique,
  -- Nobody: a visitor's, who is written to at an address inside of `sealed`.
  person_id uuid references people (id),
  flow text not null,
  version text not null,
  step text not null,
  topic text not null,
  topic_th text not null,
  topic_en text not null,
  desk text not null check (desk in ('support', 'compliance', 'finance', 'operations')),
  -- How many people it takes to answer.
  deciders smallint not null check (deciders in (1, 2)),
  days smallint not null check (days between 1 and 365),
  counting text not null check (counting in ('BUSINESS', 'CALENDAR')),
  language text not null check (language in ('th', 'en')),
  state text not null check (state in ('open', 'asked', 'proposed', 'answered', 'closed')),
  opened_at timestamptz not null,
  due_on date not null,
  owner uuid references people (id),
  locked_key bytea not null,
  sealed bytea not null,
  -- What is to be ticked off before it is granted: [{th, en}].
  checklist jsonb not null check (jsonb_typeof(checklist) = 'array'),
  outcome text check (outcome in ('granted', 'refused')),
  proposed_by uuid references people (id),
  answered_by uuid references people (id),
  answered_at timestamptz,
  closed_at timestamptz,
  -- By which a visitor answers what was asked: the hash of what stands in the link of their letter.
  reply_hash bytea unique,
  -- The day on which its owner was told last that it is due.
  told_on date,
  check ((outcome is null) = (proposed_by is null)),
  check ((state in ('proposed', 'answered', 'closed')) = (outcome is not null)),
  check ((state in ('answered', 'closed')) = (answered_by is not null)),
  check ((answered_by is null) = (answered_at is null)),
  check ((state = 'closed') = (closed_at is not null)),
  check (reply_hash is null or (state = 'asked' and person_id is null)),
  -- Four eyes, where the topic asks for them.
  check (deciders = 1 or answered_by is null or answered_by <> proposed_by)
);
create index cases_at_desk on cases (desk, due_on) where state <> 'closed';
create index cases_of_person on cases (person_id, opened_at);

-- What happened to a case, in order. `shown`: whose case it is reads it too.
create table case_entries (
  seq bigint generated always as identity primary key,
  case_id uuid not null references cases (id),
  at timestamptz not null,
  kind text not null check (kind in
    ('opened', 'taken', 'handed-on', 'noted', 'asked', 'replied', 'taken-up', 'proposed', 'sent-back', 'answered', 'reopened', 'closed')),
  -- A colleague; nobody: whose case it is, or the portal.
  by_person uuid references people (id),
  shown boolean not null,
  sealed bytea
);
create index case_entries_of on case_entries (case_id, seq);

create table case_files (
  case_id uuid not null references cases (id),
  file_id uuid not null,
  -- The entry that it came with; nothing: with the case.
  entry bigint references case_entries (seq),
  primary key (case_id, file_id)
);

create table case_ticks (
  case_id uuid not null references cases (id),
  item smallint not null check (item >= 0),
  by_person uuid not null references people (id),
  at timestamptz not null,
  primary key (case_id, item)
);

create function case_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' then
      raise exception 'a case begins open, not %', new.state using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if (old.id, old.reference, old.person_id, old.flow, old.version, old.step, old.topic, old.deciders, old.opened_at, old.locked_key,
      old.sealed, old.checklist)
    is distinct from
     (new.id, new.reference, new.person_id, new.flow, new.version, new.step, new.topic, new.deciders, new.opened_at, new.locked_key,
      new.sealed, new.checklist) then
    raise exception 'what case % was opened with never changes', old.reference using errcode = 'check_violation';
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
create trigger case_moves before insert or update on cases for each row execute function case_moves();

create function case_entries_stay() returns trigger language plpgsql as $$
begin
  raise exception 'what happened to a case stays' using errcode = 'check_violation';
end $$;
create trigger case_entries_stay before update or delete on case_entries
  for each row execute function case_entries_stay();
