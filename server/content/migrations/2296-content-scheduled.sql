-- Compliance can approve an item for a later time. Until then the item waits like any other: it can be published
-- at once, refused, withdrawn, or moved to another time.
alter table content_versions
  add column publish_at timestamptz,
  add column scheduled_by uuid references people (id),
  add column schedule_note text check (length(schedule_note) between 3 and 1000),
  add constraint content_versions_schedule check (num_nulls(publish_at, scheduled_by, schedule_note) in (0, 3)),
  add constraint content_versions_schedule_four_eyes check (scheduled_by <> proposed_by);
create index content_versions_due on content_versions (publish_at) where state = 'PROPOSED' and publish_at is not null;
