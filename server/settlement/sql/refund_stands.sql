-- Returns state, day and account of a refund. All pages and letters use it.
--     held: finance decides; account: an account is needed; due: will be sent on that day;
--     sent: at the bank since that day; arrived: confirmed by the bank or paid by hand;
--     returned: the bank rejected it, and no day is set
create or replace function refund_stands(p_case uuid, out state text, out day date, out account text) language sql stable as $$
  select case
      when c.state in ('OPEN', 'HELD') then 'held'
      when c.state = 'ACCOUNT_WANTED' then 'account'
      when c.state = 'REFUND_DUE' then case t.state when 'RETURNED' then 'returned' else 'due' end
      when c.state = 'REFUNDED' then case when t.state = 'PAID' and t.settled_at is null then 'sent' else 'arrived' end
    end,
    case
      when c.state = 'REFUND_DUE' and t.state <> 'RETURNED' then t.due_on
      -- In old rows, from before refunds were payouts, the case has the day.
      when c.state = 'REFUNDED' then coalesce((t.paid_at at time zone 'Asia/Bangkok')::date, c.refund_on)
    end,
    case when c.state in ('REFUND_DUE', 'REFUNDED') then t.label end
  from payment_cases c left join lateral (
    -- If a returned payout was paid again, the latest payout counts.
    select * from payouts o where o.refund = c.id and o.state <> 'WITHDRAWN'
    order by o.state = 'RETURNED', o.returned_at desc limit 1) as t on true
  where c.id = p_case
$$;
