-- A visitor's file that came with a complaint stays with it, and is not erased with the visit.
update files f set subject = 'complaint:' || c.id
from complaints c
where f.subject like 'visitor:%' and f.id::text = c.attachment::text;
