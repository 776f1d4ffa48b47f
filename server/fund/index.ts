export { BAHT, BPS, NAV, PERCENT, UNITS } from "./amount-types.ts";
export { Dealing as DealingBody, DisplayRate, type Strategy } from "./answers.ts";
export {
  businessDayAfter,
  businessDayBefore,
  type Calendar,
  type CalendarRefusal,
  isBusinessDay,
} from "./calendar.ts";
export { calendarDesk } from "./calendar-desk.ts";
export { type CalendarStore, calendarStore } from "./calendar-store.ts";
export { decideCalendarChange, foreseeHoliday, proposeCalendarChange } from "./change-calendar.ts";
export { dealingStatusOf, decideDealing, proposeDealing } from "./change-dealing.ts";
export { decideTerms, proposeTerms } from "./change-terms.ts";
export { businessDaysToPay, cutOffOf, type Dealing, dealingAt, instantText } from "./dealing.ts";
export { dealingBody, dealingNow } from "./dealing-now.ts";
export { decideRate, displayRate, proposeRate, rateDesk } from "./display-rates.ts";
export { fundFacts } from "./facts.ts";
export { fundJobs } from "./jobs.ts";
export { LAST_NAV, type LastNav } from "./last-nav.ts";
export { enterNavs, readNavFile } from "./nav-file.ts";
export { type History, type NavHistory, navHistory } from "./nav-history.ts";
export { correctNav, decideNav, enterNav, listNavs, navApprovedJob, notifyNav } from "./navs.ts";
export { newId } from "./new-id.ts";
export type { MovedOrders, OrderBook } from "./order-book.ts";
export type { FundRoom } from "./room.ts";
export { fundRoutes } from "./routes.ts";
export { listStrategies, percentText, returnsOf, strategyWithHistory } from "./strategies.ts";
export { strategyDesk } from "./strategy-desk.ts";
export { TermsValues } from "./term-values.ts";
export { type Terms, termsDay, termsOf } from "./terms.ts";
