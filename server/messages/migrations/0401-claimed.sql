-- Who sends a message claims it for as long as sending may take, and holds no connection meanwhile. Whoever dies over it
-- leaves it to be claimed again.
alter table outbox add column claimed_until timestamptz;
