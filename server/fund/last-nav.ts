import { sql } from "kysely";

/** What `LAST_NAV` reads. */
export type LastNav = { readonly last_nav: string | null; readonly last_nav_date: string | null };

// Read backwards from an index that has the values: the whole history is nothing to wait for at each step of an order.
/** A strategy's last approved NAV with its day, as columns of a query over `strategies s`. */
export const LAST_NAV = sql`
  (select nav from navs where strategy = s.code and status = 'APPROVED' order by date desc limit 1) as last_nav,
  (select date from navs where strategy = s.code and status = 'APPROVED' order by date desc limit 1) as last_nav_date`;
