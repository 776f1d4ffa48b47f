-- What a PIN is looked at by where no money leaves: a keyed hash, `<salt>.<hash>`, and the number of its key (ADR 55).
-- `pin_hash` is argon2id over the same keyed hash then. Both are null where the PIN was set before; its next right entry
-- makes them.
alter table credentials
  add column pin_mac text,
  add column pin_key smallint,
  add constraint pin_by_key check ((pin_mac is null) = (pin_key is null) and (pin_mac is null or pin_hash is not null));
