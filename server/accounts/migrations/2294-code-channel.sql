-- The register lists the channels.
alter table one_time_passwords drop constraint one_time_passwords_channel_check, alter column channel type channel_code;
