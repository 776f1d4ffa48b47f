-- Which instance is the newest: business time may stand still, or go back on the development clock.
alter table flow_instances add column ordinal bigint generated always as identity;
drop index flow_instances_by_subject;
create index flow_instances_by_subject on flow_instances (subject, flow, ordinal desc);
