-- The version of the flow that an identity was sent in by, so that reviewers read what the investor read. Unknown before.
alter table identity_reviews add column sent_by text;
