import { sql } from "kysely";

/** The columns that the SQL text `LAST_NAV` adds to a query. */
export type LastNav = { readonly last_nav: string | null; readonly last_nav_date: string | null };

// Each step of an order needs the last NAV, so the query must be fast. It reads only the end of an index that
// contains the values.
/** SQL text for the last approved NAV and its day, as additional columns of a query over `strategies s`. */
export const LAST_NAV = sql`
  (select nav from navs where strategy = s.code and status = 'APPROVED' order by date desc limit 1) as last_nav,
  (select date from navs where strategy = s.code and status = 'APPROVED' order by date desc limit 1) as last_nav_date`;
