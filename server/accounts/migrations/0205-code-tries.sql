-- Tries at a log-in code with the right password: a code that was tried too often is good for nothing.
alter table login_codes add column tries integer not null default 0;
