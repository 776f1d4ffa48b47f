-- How often complaints and requests to be called came in a day, by the hash of an address, of a network, and in all.
create table service_days (
  key bytea not null,
  day date not null,
  requests integer not null check (requests >= 0),
  primary key (key, day)
);
