-- A digest made with the installation's key: a process with another key tells that it does not belong to this database.
alter table installation add column key_check text;
