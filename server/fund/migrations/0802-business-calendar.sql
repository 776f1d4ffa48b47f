-- Business days: Monday to Friday without bank holidays, for the years loaded here and no others.
create table business_years (
  year integer primary key,
  -- Whether the central bank has announced the year's holidays; otherwise they are computed ahead.
  confirmed boolean not null
);

create table bank_holidays (
  date date primary key,
  th text not null,
  en text not null,
  year integer not null generated always as (extract(year from date)::integer) stored references business_years (year)
);

insert into business_years (year, confirmed) values
  (2025, true),
  (2026, true),
  (2027, false);

insert into bank_holidays (date, th, en) values
  ('2025-01-01', 'วันขึ้นปีใหม่', 'New Year''s Day'),
  ('2025-02-12', 'วันมาฆบูชา', 'Makha Bucha'),
  ('2025-04-07', 'ชดเชยวันจักรี', 'Chakri Day (substitution)'),
  ('2025-04-14', 'วันสงกรานต์', 'Songkran'),
  ('2025-04-15', 'วันสงกรานต์', 'Songkran'),
  ('2025-04-16', 'ชดเชยวันสงกรานต์', 'Songkran (substitution)'),
  ('2025-05-01', 'วันแรงงานแห่งชาติ', 'National Labour Day'),
  ('2025-05-05', 'ชดเชยวันฉัตรมงคล', 'Coronation Day (substitution)'),
  ('2025-05-12', 'ชดเชยวันวิสาขบูชา', 'Visakha Bucha (substitution)'),
  ('2025-06-02', 'วันหยุดพิเศษ', 'Special holiday'),
  ('2025-06-03', 'วันเฉลิมพระชนมพรรษาสมเด็จพระราชินี', 'H.M. the Queen''s Birthday'),
  ('2025-07-10', 'วันอาสาฬหบูชา', 'Asarnha Bucha'),
  ('2025-07-28', 'วันเฉลิมพระชนมพรรษาพระบาทสมเด็จพระเจ้าอยู่หัว', 'H.M. the King''s Birthday'),
  ('2025-08-11', 'วันหยุดพิเศษ', 'Special holiday'),
  ('2025-08-12', 'วันแม่แห่งชาติ', 'Queen Mother''s Birthday / Mother''s Day'),
  ('2025-10-13', 'วันนวมินทรมหาราช', 'King Bhumibol Memorial Day'),
  ('2025-10-23', 'วันปิยมหาราช', 'Chulalongkorn Day'),
  ('2025-12-05', 'วันพ่อแห่งชาติ', 'King Bhumibol''s Birthday / National Day'),
  ('2025-12-10', 'วันรัฐธรรมนูญ', 'Constitution Day'),
  ('2025-12-31', 'วันสิ้นปี', 'New Year''s Eve'),
  ('2026-01-01', 'วันขึ้นปีใหม่', 'New Year''s Day'),
  ('2026-01-02', 'วันหยุดพิเศษ', 'Special holiday'),
  ('2026-03-03', 'วันมาฆบูชา', 'Makha Bucha'),
  ('2026-04-06', 'วันจักรี', 'Chakri Day'),
  ('2026-04-13', 'วันสงกรานต์', 'Songkran'),
  ('2026-04-14', 'วันสงกรานต์', 'Songkran'),
  ('2026-04-15', 'วันสงกรานต์', 'Songkran'),
  ('2026-05-01', 'วันแรงงานแห่งชาติ', 'National Labour Day'),
  ('2026-05-04', 'วันฉัตรมงคล', 'Coronation Day'),
  ('2026-06-01', 'ชดเชยวันวิสาขบูชา', 'Visakha Bucha (substitution)'),
  ('2026-06-03', 'วันเฉลิมพระชนมพรรษาสมเด็จพระราชินี', 'H.M. the Queen''s Birthday'),
  ('2026-07-28', 'วันเฉลิมพระชนมพรรษาพระบาทสมเด็จพระเจ้าอยู่หัว', 'H.M. the King''s Birthday'),
  ('2026-07-29', 'วันอาสาฬหบูชา', 'Asarnha Bucha'),
  ('2026-08-12', 'วันแม่แห่งชาติ', 'Mother''s Day'),
  ('2026-10-13', 'วันนวมินทรมหาราช', 'King Bhumibol Memorial Day'),
  ('2026-10-23', 'วันปิยมหาราช', 'Chulalongkorn Day'),
  ('2026-12-07', 'ชดเชยวันพ่อแห่งชาติ', 'King Bhumibol''s Birthday (substitution)'),
  ('2026-12-10', 'วันรัฐธรรมนูญ', 'Constitution Day'),
  ('2026-12-31', 'วันสิ้นปี', 'New Year''s Eve'),
  ('2027-01-01', 'วันขึ้นปีใหม่', 'New Year''s Day'),
  ('2027-02-22', 'ชดเชยวันมาฆบูชา', 'Makha Bucha (substitution; falls Sun 21 Feb)'),
  ('2027-04-06', 'วันจักรี', 'Chakri Day'),
  ('2027-04-13', 'วันสงกรานต์', 'Songkran'),
  ('2027-04-14', 'วันสงกรานต์', 'Songkran'),
  ('2027-04-15', 'วันสงกรานต์', 'Songkran'),
  ('2027-05-03', 'ชดเชยวันแรงงานแห่งชาติ', 'Labour Day (substitution)'),
  ('2027-05-04', 'วันฉัตรมงคล', 'Coronation Day'),
  ('2027-05-20', 'วันวิสาขบูชา', 'Visakha Bucha'),
  ('2027-06-03', 'วันเฉลิมพระชนมพรรษาสมเด็จพระราชินี', 'H.M. the Queen''s Birthday'),
  ('2027-07-19', 'ชดเชยวันอาสาฬหบูชา', 'Asarnha Bucha (substitution; falls Sun 18 Jul)'),
  ('2027-07-28', 'วันเฉลิมพระชนมพรรษาพระบาทสมเด็จพระเจ้าอยู่หัว', 'H.M. the King''s Birthday'),
  ('2027-08-12', 'วันแม่แห่งชาติ', 'Mother''s Day'),
  ('2027-10-13', 'วันนวมินทรมหาราช', 'King Bhumibol Memorial Day'),
  ('2027-10-25', 'ชดเชยวันปิยมหาราช', 'Chulalongkorn Day (substitution)'),
  ('2027-12-06', 'ชดเชยวันพ่อแห่งชาติ', 'King Bhumibol''s Birthday (substitution)'),
  ('2027-12-10', 'วันรัฐธรรมนูญ', 'Constitution Day'),
  ('2027-12-31', 'วันสิ้นปี', 'New Year''s Eve');
