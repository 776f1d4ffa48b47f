-- Whoever sent the wrong picture sends another in its place while nobody has decided about it: the first stays on record and is
-- nobody's transfer any more, as one that was refused.
alter table slips drop constraint slips_state_check;
alter table slips add constraint slips_state_check check (state in ('WAITING', 'CONFIRMED', 'REFUSED', 'REPLACED'));
drop index slips_of_a_transfer;
create unique index slips_of_a_transfer on slips (bank, bank_reference) where state not in ('REFUSED', 'REPLACED') and bank is not null;
