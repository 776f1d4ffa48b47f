-- Where money that goes back stands, on which day, and to which account: the one answer for pages, letters and desks.
--   held: finance decides; account: an account is wanted; due: it leaves on that day; sent: the bank has it since that day;
--   arrived: the bank confirmed it, or somebody paid it by hand; returned: the bank could not pay it, and no day is set
create or replace function refund_stands(p_case uuid, out state text, out day date, out account text) language sql stable as $$
  select case
      when c.state in ('OPEN', 'HELD') then 'held'
      when c.state = 'ACCOUNT_WANTED' then 'account'
      when c.state = 'REFUND_DUE' then case t.state when 'RETURNED' then 'returned' else 'due' end
      when c.state = 'REFUNDED' then case when t.state = 'PAID' and t.settled_at is null then 'sent' else 'arrived' end
    end,
    case
      when c.state = 'REFUND_DUE' and t.state <> 'RETURNED' then t.due_on
      -- Before refunds were payouts, a case kept its day itself.
      when c.state = 'REFUNDED' then coalesce((t.paid_at at time zone 'Asia/Bangkok')::date, c.refund_on)
    end,
    case when c.state in ('REFUND_DUE', 'REFUNDED') then t.label end
  from payment_cases c left join lateral (
    -- What came back and was paid again is told by what was paid last.
    select * from payouts o where o.refund = c.id and o.state <> 'WITHDRAWN'
    order by o.state = 'RETURNED', o.returned_at desc limit 1) as t on true
  where c.id = p_case
$$;
