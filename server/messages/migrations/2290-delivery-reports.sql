-- Adds the result that the phone network had for a text message, as reported after the gateway accepted it.
alter table outbox
  -- Id by which the gateway's reports name the message.
  add column gateway_id text,
  -- Time at which the report arrived, by the portal's clock.
  add column delivered_at timestamptz,
  add column network_failure text check (network_failure in ('not-delivered', 'expired')),
  add constraint outbox_network check (delivered_at is null or network_failure is null),
  add constraint outbox_reported
    check (channel = 'sms' or (gateway_id is null and delivered_at is null and network_failure is null));
create index outbox_gateway on outbox (gateway_id) where gateway_id is not null;
