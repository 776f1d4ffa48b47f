-- When its applicant was told that it waits longer than was promised.
alter table identity_reviews add column waiting_told_at timestamptz;
