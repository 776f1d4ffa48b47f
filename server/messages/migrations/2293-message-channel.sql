-- The register lists the channels.
alter table outbox drop constraint outbox_channel_check, alter column channel type message_channel;
