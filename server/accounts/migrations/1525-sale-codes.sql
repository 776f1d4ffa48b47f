-- Whose a sale code is, and from when until when somebody may sign up with it: days in Bangkok, both among them.
alter table sale_codes
  add column owner text not null default '' check (length(owner) <= 120),
  add column valid_from date,
  add column valid_until date,
  add column changed_at timestamptz,
  add column changed_by uuid references people (id),
  add constraint sale_codes_days check (valid_from <= valid_until);
create index people_sale_code on people (sale_code) where sale_code is not null;
