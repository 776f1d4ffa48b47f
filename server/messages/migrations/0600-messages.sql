-- Messages to send. The payload (address, names, codes, links) is sealed with a key that is not in the
-- database, and is emptied once the message is delivered.
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
  -- A literal code of what went wrong last; never the provider's words, which may repeat the address.
  failure text,
  -- Who sends a message claims it for as long as sending may take, and holds no connection meanwhile. Whoever dies over it
  -- leaves it to be claimed again.
  claimed_until timestamptz,
  -- By which customer service finds what was sent to an address: a keyed hash of it. The address itself is sealed, and gone once
  -- the message was delivered.
  recipient_hash bytea
);
create index outbox_waiting on outbox (created_at) where state = 'waiting';
create index outbox_recipient on outbox (recipient_hash, created_at) where recipient_hash is not null;

-- The development mailbox: what a person would find in her mail or on her phone.
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
