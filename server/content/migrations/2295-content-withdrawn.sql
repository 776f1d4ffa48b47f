-- The author can withdraw an item that waits for a decision. Nobody else can, and the author can do nothing else.
alter table content_versions
  drop constraint content_versions_state_check,
  drop constraint content_versions_four_eyes,
  add constraint content_versions_state_check check (state in ('PROPOSED', 'PUBLISHED', 'REFUSED', 'WITHDRAWN')),
  add constraint content_versions_four_eyes check ((decided_by = proposed_by) = (state = 'WITHDRAWN'));
