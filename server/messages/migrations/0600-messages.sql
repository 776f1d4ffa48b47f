-- Messages to send. The payload (address, names, codes, links) is sealed with a key outside the database, and
-- deleted after delivery.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  channel text not null check (channel in ('email', 'sms')),
  template text not null,
  language language_code not null,
  payload bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- Code of the last error. The provider's message is not stored, because it can contain the address.
  failure text,
  -- End of the claim of a sender, which lasts as long as sending can take. The sender holds no connection
  -- meanwhile. If it dies, the claim expires.
  claimed_until timestamptz,
  -- Keyed hash of the address, by which customer service finds messages. The address itself is sealed and
  -- deleted after delivery.
  recipient_hash bytea
);
create index outbox_waiting on outbox (created_at) where state = 'waiting';
create index outbox_recipient on outbox (recipient_hash, created_at) where recipient_hash is not null;

-- The development mailbox, with the messages that a person would get by mail or phone.
create table mailbox (
  id bigint generated always as identity primary key,
  outbox_id uuid not null unique,
  at timestamptz not null,
  channel text not null,
  recipient text not null,
  language text not null,
  template text not null,
  subject text not null,
  body text not null
);
create index mailbox_recipient on mailbox (recipient, id);
