-- Which record is the newest must not depend on a clock: the business clock may be set back in development.
alter table identity_checks add column seq bigint generated always as identity;
alter table dopa_checks add column seq bigint generated always as identity;
alter table suitability_results add column seq bigint generated always as identity;
alter table fatca_declarations add column seq bigint generated always as identity;
alter table bank_accounts add column seq bigint generated always as identity;
