-- Instances with all that is stored about them, as of one moment, and the key of their owner. `repeated` has
-- the answers of the previous instance. They are offered only to the same subject, and only while the new
-- instance is open. The answers of a closed visitor's instance are never offered, because the next person at
-- the same device could see them. `waits` change only while the instance is locked.
create or replace view whole_instances as
select i.id, i.flow, i.version, i.subject, i.opened_by, i.again, i.language, i.preview, i.opened_at, i.closed_at,
  i.locked_key, i.ordinal, owner_key(i.subject) as owner_key,
  exists (select from flow_runs u where u.instance = i.id and u.state = 'pending') as busy,
  (select coalesce(json_agg(json_build_object(
       'step', a.step, 'revision', a.revision, 'sealed', encode(a.sealed, 'base64')) order by a.step), '[]')
     from flow_answers a where a.instance = i.id) as answers,
  (select coalesce(json_agg(json_build_object(
       'seq', r.seq, 'sealed', encode(r.sealed, 'base64')) order by r.seq), '[]')
     from flow_receipts r where r.instance = i.id) as receipts,
  (select json_build_object('id', b.id, 'locked', encode(b.locked_key, 'base64'), 'answers',
      (select coalesce(json_agg(json_build_object(
           'step', a.step, 'revision', a.revision, 'sealed', encode(a.sealed, 'base64')) order by a.step), '[]')
         from flow_answers a where a.instance = b.id))
    from flow_instances b
    where b.id = i.again and b.subject = i.subject and i.closed_at is null
      and not (b.closed_at is not null and b.opened_by like 'visitor:%')) as repeated,
  (select coalesce(json_object_agg(
         w.step, json_build_object('open', w.state = 'open', 'early', w.early)), '{}')
     from flow_waits w where w.instance = i.id) as waits
from flow_instances i;
