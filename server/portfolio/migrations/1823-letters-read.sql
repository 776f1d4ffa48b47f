-- Until which letter somebody has read in the portal. The letters are those of the outbox; nothing of them is kept again.
create table letters_read (
  person_id uuid primary key references people (id),
  until timestamptz not null
);
