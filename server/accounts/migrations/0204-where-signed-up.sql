-- Hash of the cookie of the browser in which somebody signed up: there, a link confirms the e-mail by itself; elsewhere the
-- password is asked as well. Who signed up before has none.
alter table people add column signed_up_in text;
