-- State transitions that a redemption allows.
insert into order_transitions (kind, from_status, to_status) select 'redemption', from_status, to_status from (values
  ('', 'WAITING'),
  ('WAITING', 'APPROVED'), ('WAITING', 'REJECTED'), ('WAITING', 'CANCELLED'), ('WAITING', 'EXPIRED'),
  ('APPROVED', 'ALLOTTED'), ('APPROVED', 'REJECTED'), ('APPROVED', 'CANCELLED')
) as way (from_status, to_status);
