-- Plans the refund of a payment: destination and day. The destination is the sending account if the bank
-- identified its holder (investor or third party), otherwise the investor's verified account. If there is
-- neither, the refund waits.
create or replace function refund_plan(
  p_payment uuid, p_payee uuid, p_at timestamptz, out state text, out day date, out account uuid, out label text
) language plpgsql stable as $$
declare p payments;
begin
  select * into p from payments where id = p_payment;
  if p.payer_ends is not null and p.payer_bank ~ '^\d{3}$' and (p.payer_matched is not null or p_payee is null) is true then
    label := p.payer_bank || ' xxx-xxx-' || p.payer_ends;
  elsif p.payer_matched is distinct from false then
    select a.id, payout_account_label(p_payee, a.id, p_at) into account, label
      from bank_accounts a where a.person_id = p_payee and payout_account_label(p_payee, a.id, p_at) is not null order by a.seq desc limit 1;
  end if;
  state := case when label is null then 'account' else 'due' end;
  if state = 'due' then day := business_day_from((p_at at time zone 'Asia/Bangkok')::date + 1); end if;
end $$;
