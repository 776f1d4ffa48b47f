-- A message whose e-mail the person declined is in the portal only.
alter table outbox
  drop constraint outbox_channel_check,
  add constraint outbox_channel_check check (channel in ('email', 'sms', 'app'));
