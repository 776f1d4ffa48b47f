-- For reading what people did in a flow who opened it in a stretch of time.
create index flow_instances_opened on flow_instances (flow, opened_at desc) where not preview;
