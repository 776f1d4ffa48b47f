-- Revisions of the switches of this environment. Each row is a whole set in Unleash's format and is never deleted.
create table flag_sets (
  revision integer primary key check (revision > 0),
  -- The type is `json` and not `jsonb`, because it keeps the text as written.
  content json not null,
  -- Source `file`: copied from the environment's file, at the first start, in development at each edit, and
  -- for switches that a release adds.
  source text not null check (source in ('file', 'change', 'press')),
  -- The part of the file that was already copied. Comparison with it shows which switches changed in the file
  -- later.
  file_content json check ((source = 'file') = (file_content is not null)),
  change_id uuid unique check ((source = 'file') = (change_id is null)),
  reason text not null check (length(reason) between 3 and 1000),
  proposed_by uuid references people (id) check ((source = 'file') = (proposed_by is null)),
  -- Id of the second person, who approved. Null for a press, which one person makes.
  approved_by uuid references people (id) check ((source = 'change') = (approved_by is not null)),
  at timestamptz not null,
  constraint flag_sets_four_eyes check (approved_by is distinct from proposed_by or approved_by is null)
);

-- Proposed changes, and presses. A press sets one switch to its protective position: one person does this at
-- once, another person confirms it later.
create table flag_changes (
  id uuid primary key,
  kind text not null check (kind in ('CHANGE', 'PRESS')),
  -- Revision that the change is based on.
  base integer not null references flag_sets (revision),
  -- The whole proposed set, and the names of the switches that differ from the base.
  content json not null,
  names text[] not null check (cardinality(names) > 0),
  state text not null check (state in ('PROPOSED', 'APPROVED', 'SENT_BACK', 'WITHDRAWN', 'REPLACED')),
  reason text not null check (length(reason) between 3 and 1000),
  proposed_by uuid not null references people (id),
  proposed_at timestamptz not null,
  decided_by uuid references people (id),
  decided_at timestamptz,
  decision_note text,
  -- Time at which colleagues were notified of an unconfirmed press.
  escalated_at timestamptz check (escalated_at is null or kind = 'PRESS'),
  check ((state = 'PROPOSED') = (decided_at is null)),
  check ((state = 'PROPOSED') = (decided_by is null)),
  -- Only the proposer can withdraw; only another person can decide. A renewed proposal and a newer change
  -- replace the earlier one.
  constraint flag_changes_four_eyes check (case state when 'WITHDRAWN' then decided_by = proposed_by and kind = 'CHANGE'
    when 'REPLACED' then true else decided_by is distinct from proposed_by end)
);
create index flag_changes_waiting on flag_changes (proposed_at) where state = 'PROPOSED';
alter table flag_sets add foreign key (change_id) references flag_changes (id);
