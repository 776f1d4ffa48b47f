-- What a vendor found fault with, in our words, and what it read on the card, under the person's key.
alter table identity_checks add column concerns text[] not null default '{}';
alter table identity_checks add column read_sealed bytea;
