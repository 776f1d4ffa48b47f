-- Maintenance is set by a person, for a reason, with words in both languages.
update app_settings
set value = jsonb_build_object(
  'maintenance', coalesce((value ->> 'maintenance')::boolean, false),
  'text', case when coalesce(value ->> 'maintenanceText', '') = '' then 'null'::jsonb
    else jsonb_build_object('th', value ->> 'maintenanceText', 'en', value ->> 'maintenanceText') end,
  'since', null, 'by', null, 'reason', null)
where name = 'maintenance';

-- When an identity vendor said that this person is blocked. It suspends them while the switch `use-blocked-status` is on.
alter table people add column vendor_blocked_at timestamptz;
update people p set vendor_blocked_at = s.changed_at
from (select person_id, min(changed_at) as changed_at from identity_statuses where status = 'BLOCKED' group by 1) s
where s.person_id = p.id;
