-- Issues an invoice for each of these allotted orders that has a charge and no invoice. Returns the number of
-- invoices.
create or replace function issue_tax_invoices(p_establishment text, p_orders uuid[], p_today date) returns integer language plpgsql as $$
declare v_month date := date_trunc('month', p_today); v_count integer; v_last integer;
begin
  select count(*) into v_count from orders o where o.id = any (p_orders) and o.status = 'ALLOTTED' and o.fee > 0
    and not exists (select from tax_documents d where d.order_id = o.id and d.kind = 'invoice');
  if v_count = 0 then return 0; end if;
  insert into tax_series as s (establishment, month, kind, last) values (p_establishment, v_month, 'invoice', v_count)
    on conflict (establishment, month, kind) do update set last = s.last + v_count returning last into v_last;
  insert into tax_documents (establishment, month, kind, number, order_id, charge, vat, issued_on)
    select p_establishment, v_month, 'invoice', v_last - v_count + row_number() over (order by o.id), o.id, o.fee, o.vat, p_today
    from orders o where o.id = any (p_orders) and o.status = 'ALLOTTED' and o.fee > 0
      and not exists (select from tax_documents d where d.order_id = o.id and d.kind = 'invoice');
  return v_count;
end $$;
