-- What was otherwise than the time before, old value and new one, sealed with the person's key.
alter table identity_reviews add column changes bytea;
-- Which uploads a check was asked about, so that the same ones are not asked about again. Empty for checks from before.
alter table identity_checks add column pictures text[] not null default '{}';
