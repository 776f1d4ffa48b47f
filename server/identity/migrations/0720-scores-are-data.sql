-- Which score there can be is said by the questions and their rule, which are data; the level has its meaning in code.
alter table suitability_results drop constraint suitability_results_score_check;
alter table suitability_results add check (score between 0 and 1000);
