-- By which customer service finds what was sent to an address: a keyed hash of it. The address itself is sealed, and gone once
-- the message was delivered.
alter table outbox add column recipient_hash bytea;
create index outbox_recipient on outbox (recipient_hash, created_at) where recipient_hash is not null;
