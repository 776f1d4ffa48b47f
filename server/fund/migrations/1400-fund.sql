-- Sequence number of decisions about proposals of the fund room, independent of the business clock. One
-- person of finance enters a proposal, another of finance or compliance decides it once. Rows are never
-- changed or removed.
create sequence fund_decisions;

-- The strategies and their terms. Amounts in baht, rates in basis points.
create table strategies (
  code text primary key,
  -- Text key of the names and short texts: strategy:<name_key>.name
  name_key text not null unique,
  position smallint not null unique,
  risk_level smallint not null check (risk_level between 1 and 8),
  starting_nav numeric(13, 4) not null check (starting_nav > 0)
);
insert into strategies (code, name_key, position, risk_level, starting_nav) values
  ('M-BTCA', 'm-btca', 1, 7, 10),
  ('M-LCAP', 'm-lcap', 2, 7, 10),
  ('M-BLOCKCHAIN', 'm-blockchain', 3, 8, 10),
  ('M-METAVERSE', 'm-metaverse', 4, 8, 10),
  ('M-STABLE', 'm-stable', 5, 5, 10),
  ('M-NEXT GEN', 'm-next-gen', 6, 8, 10);

-- Years for which the business days are known: Monday to Friday without bank holidays.
create table business_years (
  year integer primary key,
  -- Whether the central bank announced the holidays; false if they were computed ahead.
  confirmed boolean not null
);
insert into business_years (year, confirmed) values
  (2025, true),
  (2026, true),
  (2027, false);

create table bank_holidays (
  date date primary key,
  th text not null,
  en text not null,
  year integer not null generated always as (extract(year from date)::integer) stored references business_years (year)
);
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

-- Net asset values per unit. One person enters, another approves. An approved NAV never changes.
create table navs (
  id uuid primary key,
  strategy text not null references strategies (code),
  date date not null,
  nav numeric(13, 4) not null check (nav > 0),
  status text not null,
  -- Whether this is a demonstration value, which no person entered.
  demo boolean not null default false,
  entered_by uuid references people (id),
  entered_at timestamptz not null,
  -- Reason for a large difference from the previous NAV.
  reason text,
  decided_by uuid references people (id),
  decided_at timestamptz,
  decision_reason text,
  replaces uuid references navs (id),
  -- Sequence number of the decision. A cached history detects newer approvals by it.
  decision bigint,
  check (demo = (entered_by is null)),
  check ((status = 'ENTERED') = (decided_at is null)),
  check (demo or (decided_by is null) = (decided_at is null)),
  constraint navs_four_eyes check (decided_by is null or decided_by <> entered_by),
  constraint navs_status check (status in ('ENTERED', 'APPROVED', 'REJECTED', 'REPLACED')),
  constraint navs_correction_has_reason check (replaces is null or reason <> '')
);
create index navs_waiting on navs (date, strategy) where status = 'ENTERED';
create unique index navs_one_approved on navs (strategy, date) include (nav) where status = 'APPROVED';
create unique index navs_one_waits on navs (strategy, date) where status = 'ENTERED';
create index navs_decided on navs (decision) where status = 'APPROVED';

-- Conditions, charges and description of a strategy, valid from a NAV day. Amounts in baht, rates in basis
-- points.
create table strategy_terms (
  id uuid primary key,
  strategy text not null references strategies (code),
  -- First NAV day whose orders get these terms.
  from_date date not null,
  front_end_bps integer not null check (front_end_bps between 0 and 10000),
  vat_bps integer not null check (vat_bps between 0 and 10000),
  management_bps integer not null check (management_bps between 0 and 10000),
  reduction_profit_bps integer not null check (reduction_profit_bps between 0 and 10000),
  switch_in_bps integer not null check (switch_in_bps between 0 and 10000),
  -- Fee as a share of the profit above the highest NAV so far; 0 if there is no such fee.
  performance_bps integer not null check (performance_bps between 0 and 10000),
  -- Total cost per year, in basis points of the strategy's assets.
  total_cost_bps integer not null check (total_cost_bps between 0 and 10000),
  min_first numeric(18, 2) not null check (min_first >= 0),
  min_next numeric(18, 2) not null check (min_next >= 0),
  min_reduction numeric(18, 2) not null check (min_reduction >= 0),
  min_remainder numeric(18, 2) not null check (min_remainder >= 0),
  -- Largest order accepted online. Larger orders need a phone call.
  max_order numeric(18, 2) not null,
  -- Difference from the previous NAV above which a NAV needs a reason.
  nav_jump_bps integer not null check (nav_jump_bps > 0),
  -- Text keys: strategy:types.<key>, strategy:currencyPolicies.<key>, strategy:dividendPolicies.<key>
  type_key text not null check (type_key in ('single-coin', 'large-cap', 'infrastructure', 'metaverse', 'stable', 'new-generation')),
  currency_policy_key text not null check (currency_policy_key in ('unhedged', 'hedged', 'discretion')),
  dividend_policy_key text not null check (dividend_policy_key in ('none', 'yearly', 'discretion')),
  registered_on date not null,
  -- First day of management. The first NAV is that of this day.
  managed_from date not null check (managed_from >= registered_on),
  state text not null check (state in ('PROPOSED', 'APPROVED', 'REJECTED')),
  note text not null check (length(note) between 3 and 1000),
  entered_by uuid references people (id),
  entered_at timestamptz not null,
  decided_by uuid references people (id),
  decided_at timestamptz,
  decision_note text,
  decision bigint unique,
  -- Description of a strategy: {about, managedBy, model, suits, suitsNot, businessDay, timeWindow,
  -- servicePeriod, supporters}, each {th, en}. If a text has several lines, each line is one reason.
  texts jsonb not null,
  check ((state = 'PROPOSED') = (decided_at is null)),
  -- The maximum is at least each of the minimums, and at least one million: see possible-strategy.
  constraint strategy_terms_order_in_reach check (max_order between greatest(min_first, min_next, 1000000) and 999999999999.99),
  constraint strategy_terms_texts check (texts ?& array['about', 'managedBy', 'model', 'suits',
    'suitsNot', 'businessDay', 'timeWindow', 'servicePeriod', 'supporters'])
);
create unique index strategy_terms_one_waits on strategy_terms (strategy) where state = 'PROPOSED';
create index strategy_terms_in_force on strategy_terms (strategy, from_date desc, decision desc) where state = 'APPROVED';
-- Terms of the demonstration. Dates and total cost still need legal approval.
insert into strategy_terms (id, strategy, from_date, front_end_bps, vat_bps, management_bps, reduction_profit_bps, switch_in_bps,
    performance_bps, total_cost_bps, min_first, min_next, min_reduction, min_remainder, max_order, nav_jump_bps,
    type_key, currency_policy_key, dividend_policy_key, registered_on, managed_from, state, note, entered_at, decided_at, decision, texts)
  select gen_random_uuid(), given.code, date '2000-01-01', 100, 700, 200, 1000, 50, 0, 214, 10000, 10000, 1000, 1000, 100000000, given.nav_jump_bps,
    given.type_key, 'unhedged', 'none', date '2025-01-02', date '2025-01-02', 'APPROVED', 'as installed',
    timestamptz '2025-01-02 00:00+07', timestamptz '2025-01-02 00:00+07', nextval('fund_decisions'), given.texts::jsonb
  from (values
  ('M-BTCA', 'single-coin', 1500, $texts${"about": {"th": "ลงทุนในบิตคอยน์เพียงอย่างเดียว", "en": "Invests in bitcoin and nothing else"}, "managedBy": {"th": "ทีมการลงทุนของบริษัท", "en": "The company's own investment team"}, "model": {"th": "ถือบิตคอยน์ตลอดเวลา", "en": "Holds bitcoin at all times"}, "suits": {"th": "เชื่อในบิตคอยน์และตั้งใจถือ 3 ปีขึ้นไป\nรับได้ถ้ามูลค่าลดลงเกินครึ่ง", "en": "You believe in bitcoin and plan to stay for 3 years or more\nYou can bear to see more than half of the value go"}, "suitsNot": {"th": "ต้องใช้เงินก้อนนี้ภายใน 1 ปี\nอยากได้หลายเหรียญในกลยุทธ์เดียว", "en": "You need this money within a year\nYou want several coins in one strategy"}, "businessDay": {"th": "ทุกวันทำการธนาคาร", "en": "Every bank business day"}, "timeWindow": {"th": "ส่งคำสั่งได้ตลอด 24 ชั่วโมง ก่อน 14:00 น. ของวันทำการได้ NAV วันนั้น หลังจากนั้นได้ของวันทำการถัดไป", "en": "Orders at any hour; before 14:00 on a business day they get that day's NAV, later the next one's"}, "servicePeriod": {"th": "หน่วยเข้าบัญชีและเงินค่าขายโอนออกในวันทำการถัดจากวัน NAV", "en": "Units are there, and money is paid out, one business day after the NAV day"}, "supporters": {"th": "ผู้รับฝากทรัพย์สินที่ได้รับอนุญาต ผู้สอบบัญชีภายนอก และธนาคารผู้ดูแลบัญชีเพื่อประโยชน์ของลูกค้า", "en": "A licensed custodian, an outside auditor, and the bank that keeps the accounts for clients"}}$texts$),
  ('M-LCAP', 'large-cap', 1500, $texts${"about": {"th": "ลงทุนในเหรียญขนาดใหญ่หลายเหรียญ ผู้จัดการกองทุนดูแลและปรับสัดส่วนให้อัตโนมัติ", "en": "Invests in several large coins, managed actively and rebalanced automatically"}, "managedBy": {"th": "ทีมการลงทุนของบริษัท", "en": "The company's own investment team"}, "model": {"th": "บริหารเชิงรุก ปรับสัดส่วนอัตโนมัติ", "en": "Active, rebalanced automatically"}, "suits": {"th": "ตั้งใจลงทุน 3 ปีขึ้นไป\nอยากได้หลายเหรียญในกลยุทธ์เดียว ไม่ต้องปรับพอร์ตเอง", "en": "You plan to invest for 3 years or more\nYou want several coins in one strategy without rebalancing yourself"}, "suitsNot": {"th": "ต้องใช้เงินก้อนนี้ภายใน 1 ปี\nรับไม่ได้ถ้ามูลค่าลดลงเกิน 20%", "en": "You need this money within a year\nYou cannot bear a fall of more than 20%"}, "businessDay": {"th": "ทุกวันทำการธนาคาร", "en": "Every bank business day"}, "timeWindow": {"th": "ส่งคำสั่งได้ตลอด 24 ชั่วโมง ก่อน 14:00 น. ของวันทำการได้ NAV วันนั้น หลังจากนั้นได้ของวันทำการถัดไป", "en": "Orders at any hour; before 14:00 on a business day they get that day's NAV, later the next one's"}, "servicePeriod": {"th": "หน่วยเข้าบัญชีและเงินค่าขายโอนออกในวันทำการถัดจากวัน NAV", "en": "Units are there, and money is paid out, one business day after the NAV day"}, "supporters": {"th": "ผู้รับฝากทรัพย์สินที่ได้รับอนุญาต ผู้สอบบัญชีภายนอก และธนาคารผู้ดูแลบัญชีเพื่อประโยชน์ของลูกค้า", "en": "A licensed custodian, an outside auditor, and the bank that keeps the accounts for clients"}}$texts$),
  ('M-BLOCKCHAIN', 'infrastructure', 2000, $texts${"about": {"th": "ลงทุนในโครงสร้างพื้นฐานและแพลตฟอร์มสัญญาอัจฉริยะ", "en": "Invests in infrastructure and smart-contract platforms"}, "managedBy": {"th": "ทีมการลงทุนของบริษัท", "en": "The company's own investment team"}, "model": {"th": "บริหารเชิงรุก", "en": "Active"}, "suits": {"th": "เชื่อว่าบล็อกเชนจะถูกใช้งานจริงมากขึ้น\nตั้งใจลงทุน 3 ปีขึ้นไป", "en": "You believe that blockchains will be used more and more\nYou plan to invest for 3 years or more"}, "suitsNot": {"th": "ต้องใช้เงินก้อนนี้ภายใน 1 ปี\nรับไม่ได้ถ้ามูลค่าลดลงมากในเวลาสั้น", "en": "You need this money within a year\nYou cannot bear a deep fall in a short time"}, "businessDay": {"th": "ทุกวันทำการธนาคาร", "en": "Every bank business day"}, "timeWindow": {"th": "ส่งคำสั่งได้ตลอด 24 ชั่วโมง ก่อน 14:00 น. ของวันทำการได้ NAV วันนั้น หลังจากนั้นได้ของวันทำการถัดไป", "en": "Orders at any hour; before 14:00 on a business day they get that day's NAV, later the next one's"}, "servicePeriod": {"th": "หน่วยเข้าบัญชีและเงินค่าขายโอนออกในวันทำการถัดจากวัน NAV", "en": "Units are there, and money is paid out, one business day after the NAV day"}, "supporters": {"th": "ผู้รับฝากทรัพย์สินที่ได้รับอนุญาต ผู้สอบบัญชีภายนอก และธนาคารผู้ดูแลบัญชีเพื่อประโยชน์ของลูกค้า", "en": "A licensed custodian, an outside auditor, and the bank that keeps the accounts for clients"}}$texts$),
  ('M-METAVERSE', 'metaverse', 2000, $texts${"about": {"th": "ลงทุนในเหรียญของโลกเสมือน เกม และสินทรัพย์ดิจิทัลในนั้น", "en": "Invests in coins of virtual worlds, games and the digital goods in them"}, "managedBy": {"th": "ทีมการลงทุนของบริษัท", "en": "The company's own investment team"}, "model": {"th": "บริหารเชิงรุก", "en": "Active"}, "suits": {"th": "สนใจโลกเสมือนและเกม และเข้าใจว่ายังเป็นเรื่องใหม่\nลงทุนเพียงส่วนน้อยของเงินทั้งหมด", "en": "You are interested in virtual worlds and know that they are young\nYou invest only a small part of your money"}, "suitsNot": {"th": "ต้องใช้เงินก้อนนี้ภายใน 3 ปี\nต้องการความผันผวนต่ำ", "en": "You need this money within 3 years\nYou want small swings"}, "businessDay": {"th": "ทุกวันทำการธนาคาร", "en": "Every bank business day"}, "timeWindow": {"th": "ส่งคำสั่งได้ตลอด 24 ชั่วโมง ก่อน 14:00 น. ของวันทำการได้ NAV วันนั้น หลังจากนั้นได้ของวันทำการถัดไป", "en": "Orders at any hour; before 14:00 on a business day they get that day's NAV, later the next one's"}, "servicePeriod": {"th": "หน่วยเข้าบัญชีและเงินค่าขายโอนออกในวันทำการถัดจากวัน NAV", "en": "Units are there, and money is paid out, one business day after the NAV day"}, "supporters": {"th": "ผู้รับฝากทรัพย์สินที่ได้รับอนุญาต ผู้สอบบัญชีภายนอก และธนาคารผู้ดูแลบัญชีเพื่อประโยชน์ของลูกค้า", "en": "A licensed custodian, an outside auditor, and the bank that keeps the accounts for clients"}}$texts$),
  ('M-STABLE', 'stable', 100, $texts${"about": {"th": "ลงทุนเต็มจำนวนในเหรียญที่อิงมูลค่าคงที่", "en": "Fully invested in coins that follow a steady value"}, "managedBy": {"th": "ทีมการลงทุนของบริษัท", "en": "The company's own investment team"}, "model": {"th": "ลงทุนเต็มจำนวนตลอดเวลา", "en": "Fully invested at all times"}, "suits": {"th": "อยากพักเงินในสินทรัพย์ดิจิทัลที่ผันผวนน้อย\nเพิ่งเริ่มลงทุนในสินทรัพย์ดิจิทัล", "en": "You want to rest money in digital assets that swing little\nYou are new to digital assets"}, "suitsNot": {"th": "ต้องการผลตอบแทนสูง\nต้องการการคุ้มครองเงินฝาก", "en": "You look for high returns\nYou need the protection of a bank deposit"}, "businessDay": {"th": "ทุกวันทำการธนาคาร", "en": "Every bank business day"}, "timeWindow": {"th": "ส่งคำสั่งได้ตลอด 24 ชั่วโมง ก่อน 14:00 น. ของวันทำการได้ NAV วันนั้น หลังจากนั้นได้ของวันทำการถัดไป", "en": "Orders at any hour; before 14:00 on a business day they get that day's NAV, later the next one's"}, "servicePeriod": {"th": "หน่วยเข้าบัญชีและเงินค่าขายโอนออกในวันทำการถัดจากวัน NAV", "en": "Units are there, and money is paid out, one business day after the NAV day"}, "supporters": {"th": "ผู้รับฝากทรัพย์สินที่ได้รับอนุญาต ผู้สอบบัญชีภายนอก และธนาคารผู้ดูแลบัญชีเพื่อประโยชน์ของลูกค้า", "en": "A licensed custodian, an outside auditor, and the bank that keeps the accounts for clients"}}$texts$),
  ('M-NEXT GEN', 'new-generation', 2000, $texts${"about": {"th": "ลงทุนในธุรกิจโทเคนดิจิทัลรุ่นใหม่ที่มีโอกาสเป็นผู้นำ", "en": "Invests in new digital-token businesses that may come to lead"}, "managedBy": {"th": "ทีมการลงทุนของบริษัท", "en": "The company's own investment team"}, "model": {"th": "บริหารเชิงรุก", "en": "Active"}, "suits": {"th": "มองหาธุรกิจใหม่และรับความเสี่ยงสูงมากได้\nลงทุนเพียงส่วนน้อยของเงินทั้งหมด", "en": "You look for new businesses and can bear very high risk\nYou invest only a small part of your money"}, "suitsNot": {"th": "ต้องใช้เงินก้อนนี้ภายใน 3 ปี\nรับไม่ได้ถ้าเสียเงินลงทุนทั้งจำนวน", "en": "You need this money within 3 years\nYou cannot bear to lose the whole investment"}, "businessDay": {"th": "ทุกวันทำการธนาคาร", "en": "Every bank business day"}, "timeWindow": {"th": "ส่งคำสั่งได้ตลอด 24 ชั่วโมง ก่อน 14:00 น. ของวันทำการได้ NAV วันนั้น หลังจากนั้นได้ของวันทำการถัดไป", "en": "Orders at any hour; before 14:00 on a business day they get that day's NAV, later the next one's"}, "servicePeriod": {"th": "หน่วยเข้าบัญชีและเงินค่าขายโอนออกในวันทำการถัดจากวัน NAV", "en": "Units are there, and money is paid out, one business day after the NAV day"}, "supporters": {"th": "ผู้รับฝากทรัพย์สินที่ได้รับอนุญาต ผู้สอบบัญชีภายนอก และธนาคารผู้ดูแลบัญชีเพื่อประโยชน์ของลูกค้า", "en": "A licensed custodian, an outside auditor, and the bank that keeps the accounts for clients"}}$texts$)
  ) as given (code, type_key, nav_jump_bps, texts) join strategies using (code) order by position;

-- Dealing status of a strategy: all orders, no buys, no sells, or none. A status applies from the decision
-- about it.
create table strategy_dealing (
  id uuid primary key,
  strategy text not null references strategies (code),
  status text not null check (status in ('OPEN', 'NO_IN', 'NO_OUT', 'SUSPENDED')),
  state text not null check (state in ('PROPOSED', 'APPROVED', 'REJECTED')),
  note text not null check (length(note) between 3 and 1000),
  entered_by uuid references people (id),
  entered_at timestamptz not null,
  decided_by uuid references people (id),
  decided_at timestamptz,
  decision_note text,
  decision bigint unique,
  check ((state = 'PROPOSED') = (decided_at is null)),
  -- A job can suspend a strategy but not reopen it. Rows made by the installation also have no author.
  constraint strategy_dealing_by_job check (entered_by is not null or status = 'SUSPENDED' or note = 'as installed')
);
create unique index strategy_dealing_one_waits on strategy_dealing (strategy) where state = 'PROPOSED';
create index strategy_dealing_now on strategy_dealing (strategy, decision desc) include (status) where state = 'APPROVED';
insert into strategy_dealing (id, strategy, status, state, note, entered_at, decided_at, decision)
  select gen_random_uuid(), code, 'OPEN', 'APPROVED', 'as installed',
    timestamptz '2025-01-02 00:00+07', timestamptz '2025-01-02 00:00+07', nextval('fund_decisions')
  from strategies order by position;

-- Proposed changes of the business calendar: one person of finance enters a change, another of finance or
-- compliance decides it. The database applies approved changes to the calendar.
create table calendar_changes (
  id uuid primary key,
  kind text not null check (kind in ('CONFIRM_YEAR', 'ADD_HOLIDAY', 'WITHDRAW_HOLIDAY')),
  year integer not null references business_years (year),
  date date,
  -- Name of the holiday; for a withdrawal, its former name.
  th text,
  en text,
  state text not null check (state in ('PROPOSED', 'APPROVED', 'REJECTED')),
  note text not null check (length(note) between 3 and 1000),
  entered_by uuid not null references people (id),
  entered_at timestamptz not null,
  decided_by uuid references people (id),
  decided_at timestamptz,
  decision_note text,
  decision bigint unique,
  check ((state = 'PROPOSED') = (decided_at is null)),
  constraint calendar_changes_day check (case kind when 'CONFIRM_YEAR' then num_nonnulls(date, th, en) = 0
    else extract(year from date) = year and length(trim(th)) between 2 and 200 and length(trim(en)) between 2 and 200 end),
  constraint calendar_changes_weekday check (extract(isodow from date) < 6)
);
create unique index calendar_changes_one_waits on calendar_changes (year, coalesce(date, '-infinity')) where state = 'PROPOSED';

-- Prices of a US dollar in baht, to show investors an approximate dollar amount. For display only. One person
-- of finance enters a price, another of finance or compliance decides it; the price of the latest day
-- applies.
create table display_rates (
  id uuid primary key,
  currency text not null check (currency in ('USD')),
  -- Baht for one unit of the currency.
  baht numeric(10, 4) not null check (baht > 0),
  -- Day of the rate, as stated by its source.
  on_date date not null,
  source_th text not null check (length(trim(source_th)) between 2 and 120),
  source_en text not null check (length(trim(source_en)) between 2 and 120),
  state text not null check (state in ('PROPOSED', 'APPROVED', 'REJECTED')),
  note text not null check (length(note) between 3 and 1000),
  entered_by uuid not null references people (id),
  entered_at timestamptz not null,
  decided_by uuid references people (id),
  decided_at timestamptz,
  decision_note text,
  decision bigint unique,
  check ((state = 'PROPOSED') = (decided_at is null))
);
create unique index display_rates_one_waits on display_rates (currency) where state = 'PROPOSED';
create index display_rates_newest on display_rates (currency, on_date desc, decision desc) where state = 'APPROVED';
