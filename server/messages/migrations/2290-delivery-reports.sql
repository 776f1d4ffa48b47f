-- What the phone network did with a text message, as the gateway reports it after accepting the message.
alter table outbox
  -- The gateway's id of the message, by which its reports name it.
  add column gateway_id text,
  -- When the report arrived, by our clock.
  add column delivered_at timestamptz,
  add column network_failure text check (network_failure in ('not-delivered', 'expired')),
  add constraint outbox_network check (delivered_at is null or network_failure is null),
  add constraint outbox_reported
    check (channel = 'sms' or (gateway_id is null and delivered_at is null and network_failure is null));
create index outbox_gateway on outbox (gateway_id) where gateway_id is not null;
