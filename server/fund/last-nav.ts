import { sql } from "kysely";

/** Columns that `LAST_NAV` reads. */
export type LastNav = { readonly last_nav: string | null; readonly last_nav_date: string | null };

// The query reads backwards from an index that contains the values, because each step of an order needs only
// the last NAV.
/** Last approved NAV with its day, as columns of a query over `strategies s`. */
export const LAST_NAV = sql`
  (select nav from navs where strategy = s.code and status = 'APPROVED' order by date desc limit 1) as last_nav,
  (select date from navs where strategy = s.code and status = 'APPROVED' order by date desc limit 1) as last_nav_date`;
