-- Issues a note that reduces (credit) or increases (debit) the invoiced charge of an order. The note has its
-- own number; numbers are never reused.
create or replace function issue_tax_note(p_order uuid, p_kind text, p_charge numeric, p_vat numeric, p_reason text, p_today date) returns integer
language plpgsql as $$
declare v_month date := date_trunc('month', p_today); v_number integer; i tax_documents;
begin
  select * into i from tax_documents where order_id = p_order and kind = 'invoice';
  if not found then raise exception 'order % has no tax invoice', p_order using errcode = 'check_violation'; end if;
  insert into tax_series as s (establishment, month, kind, last) values (i.establishment, v_month, p_kind, 1)
    on conflict (establishment, month, kind) do update set last = s.last + 1 returning last into v_number;
  insert into tax_documents values (i.establishment, v_month, p_kind, v_number, p_order, p_charge, p_vat, p_today, p_reason, i.number, i.month);
  return v_number;
end $$;
