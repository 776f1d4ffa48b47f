-- The answer to a submission, sealed with the key of its instance: who sends the same again within a day gets the same bytes.
alter table flow_submissions add column sealed_answer bytea;
create index flow_submissions_answered on flow_submissions (at) where sealed_answer is not null;
