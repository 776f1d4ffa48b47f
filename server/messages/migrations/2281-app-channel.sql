-- Adds the channel of messages that are only in the portal, because the person declined their e-mail.
alter table outbox
  drop constraint outbox_channel_check,
  add constraint outbox_channel_check check (channel in ('email', 'sms', 'app'));
