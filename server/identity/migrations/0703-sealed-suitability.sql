-- What somebody answered about income, experience and nerves is sealed like the rest of her papers; score and level are
-- what rules read. Rows from before keep their plain column until the portal has sealed them, at its next start.
alter table suitability_results alter column answers drop not null, add column sealed bytea;
alter table suitability_results add check (num_nonnulls(answers, sealed) = 1);
