-- State transitions that a subscription allows.
insert into order_transitions (kind, from_status, to_status) select 'subscription', from_status, to_status from (values
  ('', 'SUBMITTED'),
  ('SUBMITTED', 'APPROVED'), ('SUBMITTED', 'REJECTED'), ('SUBMITTED', 'CANCELLED'), ('SUBMITTED', 'EXPIRED'),
  ('APPROVED', 'ALLOTTED'), ('APPROVED', 'REJECTED'), ('APPROVED', 'CANCELLED')
) as way (from_status, to_status);
