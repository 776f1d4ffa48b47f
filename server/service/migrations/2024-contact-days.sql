-- Until when somebody who wants to be called is called. Requests from before: the day after they came.
alter table contact_requests add column call_by date;
update contact_requests set call_by = (asked_at at time zone 'Asia/Bangkok')::date + 1;
alter table contact_requests alter column call_by set not null;
