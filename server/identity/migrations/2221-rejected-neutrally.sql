-- What the applicant reads in the place of the reviewer's reason; null where they read the reason itself.
alter table identity_reviews add column told text;
