-- What is done by itself once a case is granted; nothing, where a colleague does what was asked for by hand.
alter table cases add column follows text;
