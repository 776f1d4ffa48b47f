-- Open instances of a flow in the order of their opening, batch after batch.
create index flow_instances_open_newest on flow_instances (flow, ordinal desc) where closed_at is null and not preview;
