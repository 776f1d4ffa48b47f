-- What a reviewer asks to be answered again: names of what was sent in, each with the reason that the investor reads.
alter table identity_reviews add column asked jsonb not null default '[]';
-- Names of what is otherwise than in the review before.
alter table identity_reviews add column changed text[] not null default '{}';
