-- Serves reading the figures about people who opened a flow in a period.
create index flow_instances_opened on flow_instances (flow, opened_at desc) where not preview;
