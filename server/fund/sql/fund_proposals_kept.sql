create or replace function fund_proposals_kept() returns trigger language plpgsql as $$
begin
  raise exception '%: a proposal is never removed (%)', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;
