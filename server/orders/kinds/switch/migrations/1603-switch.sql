-- State transitions that both legs of a switch allow.
insert into order_transitions (kind, from_status, to_status) select kind, from_status, to_status from (values ('switch-out'), ('switch-in')) as leg (kind), (values
  ('', 'WAITING'),
  ('WAITING', 'APPROVED'), ('WAITING', 'REJECTED'), ('WAITING', 'CANCELLED'), ('WAITING', 'EXPIRED'),
  ('APPROVED', 'ALLOTTED'), ('APPROVED', 'REJECTED'), ('APPROVED', 'CANCELLED')
) as way (from_status, to_status);
