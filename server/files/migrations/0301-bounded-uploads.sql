-- What a virus scanner said, in place of a constant: `not-scanned` where none has looked yet.
alter table files add column scanned text;
update files set scanned = 'not-scanned';
alter table files alter column scanned set not null;
alter table files add constraint files_scanned check (scanned in ('clean', 'infected', 'not-scanned'));
alter table files drop column clean;
create index files_not_scanned on files (at) where scanned = 'not-scanned';

-- When an answer took it up; null while it hangs in the air. What was there before is as if taken up.
alter table files add column attached_at timestamptz;
update files set attached_at = at;
create index files_in_the_air on files (at) where attached_at is null;

-- How much was uploaded in a day: by a subject, from a network, by all visitors together. Several processes count here.
create table upload_days (
  -- HMAC under our key: addresses are personal.
  key bytea not null,
  day date not null,
  files integer not null,
  bytes bigint not null,
  primary key (key, day)
);
