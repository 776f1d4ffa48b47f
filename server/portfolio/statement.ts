import { formatBaht, satangOf } from "../../domain/money.ts";
import { formatUnits } from "../../domain/units.ts";
import { addDays, type LocalDate } from "../../engine/values/local-date.ts";
import { cutOffOf, type History } from "../fund/index.ts";
import { kindOf, kindsThat, type OrderKind } from "../orders/index.ts";
import { movementsOf } from "./account.ts";
import type { Transaction } from "./answers.ts";
import { asideAt } from "./on-the-way.ts";
import type { PortfolioRoom } from "./room.ts";
import { figuresOf, type Movement, nothing, together, totalProfitOf, walkThrough } from "./standing.ts";
import { transactionsBetween } from "./transactions.ts";

/** First and last day of a period, both inclusive. */
export type Period = { readonly from: string; readonly to: string };

/**
 * The content of a statement. Amounts are decimal text. The value at the end is the value before, plus paid
 * in, minus paid out, plus switched, plus profit.
 */
export type Statement = Period & {
  readonly demo: boolean;
  /** Value and principal at the end of the day before the period. */
  readonly before: { readonly value: string; readonly principal: string };
  readonly paidIn: string;
  /** Amount that was paid to the investor's bank account, after fees. */
  readonly paidOut: string;
  /** Switches in minus switches out. It is zero unless money is between the two legs of a switch. */
  readonly switched: string;
  readonly profit: string;
  readonly fees: {
    readonly frontEnd: string;
    readonly switchIn: string;
    readonly profit: string;
    readonly vat: string;
  };
  /**
   * Money that the value does not include, because at the end of the period it was paid but not yet dealt, or
   * was being refunded. Absent if there is none.
   */
  readonly waiting?: string;
  readonly after: ReturnType<typeof figuresOf>;
  readonly holdings: readonly {
    readonly code: string;
    readonly units: string;
    readonly nav: string;
    readonly navDate: string;
    readonly value: string;
    readonly principal: string;
    readonly profit: string;
  }[];
  /** Transactions by NAV day, oldest first. Whether they are paid out is left out. */
  readonly transactions: readonly Dealt[];
};

/**
 * A transaction in a statement. If there are no corrections, `corrections` is absent, so that equal
 * statements always have equal content.
 */
type Dealt = Omit<Transaction, "paidOut" | "step" | "corrections"> &
  Partial<Pick<Transaction, "corrections">>;

/** Returns the statement of an account for a period of NAV days. It contains only allotted orders. */
export async function statementOf(
  room: PortfolioRoom,
  personId: string,
  { from, to }: Period,
): Promise<Statement> {
  const histories = await room.history(room.db);
  const moved = await movementsOf(room.db, personId);
  const strategies = await room.db.selectFrom("strategies").select("code").orderBy("position").execute();
  const parts = strategies.flatMap(({ code }) => {
    const movements = moved.get(code);
    const history = histories.get(code);
    return movements === undefined || history === undefined ? [] : [{ code, movements, history }];
  });
  const waiting = await waitingAt(room, personId, to);
  return {
    ...periodOf(parts, { from, to, waiting }),
    transactions: (await transactionsBetween(room, personId, { from, to })).map(
      ({ paidOut: _, step: __, corrections, ...dealt }) =>
        corrections.length === 0 ? dealt : { ...dealt, corrections },
    ),
  };
}

/**
 * Computes the figures of a period: those before it, in it and after it, and the holdings at its end.
 * `waiting` is money (in satang) that the value does not include.
 */
export function periodOf(
  strategies: readonly {
    readonly code: string;
    readonly history: History;
    readonly movements: readonly Movement[];
  }[],
  { from, to, waiting }: Period & { readonly waiting: bigint },
): Omit<Statement, "transactions"> {
  const parts = strategies.map(({ code, history, movements }) => {
    const walk = walkThrough({ points: history.points, movements });
    const before = walk(addDays(from as LocalDate, -1));
    const after = walk(to);
    return {
      code,
      history,
      before,
      after,
      within: movements.filter(({ navDate }) => from <= navDate && navDate <= to),
    };
  });
  const at = (which: "before" | "after") => ({
    value: sum(parts.map((part) => part[which].value)),
    standing: together(parts.map((part) => part[which].standing)),
  });
  const [before, after] = [at("before"), at("after")];
  const within = parts.flatMap((part) => part.within);
  const fees = after.standing.fees;
  const earlier = before.standing.fees;
  return {
    from,
    to,
    demo: parts.some(({ history }) => history.demo),
    before: { value: formatBaht(before.value), principal: formatBaht(before.standing.cost) },
    ...moneyMoved(within),
    profit: formatBaht(
      totalProfitOf(after.value, after.standing) - totalProfitOf(before.value, before.standing),
    ),
    fees: {
      frontEnd: formatBaht(fees.frontEnd - earlier.frontEnd),
      switchIn: formatBaht(fees.switchIn - earlier.switchIn),
      profit: formatBaht(fees.profitFee - earlier.profitFee),
      vat: formatBaht(fees.vat - earlier.vat),
    },
    ...(waiting === 0n ? {} : { waiting: formatBaht(waiting) }),
    after: figuresOf(after.value, parts.length === 0 ? nothing : after.standing),
    holdings: parts
      .filter((part) => part.after.standing.units > 0n && part.after.nav !== null)
      .map(({ code, after }) => holdingOf(code, after)),
  };
}

/**
 * Adds up the movements in a period. Amounts that were paid in or switched are before fees. Amounts that were
 * paid out are after fees.
 */
function moneyMoved(within: readonly Movement[]): Pick<Statement, "paidIn" | "paidOut" | "switched"> {
  const of = (money: OrderKind["money"], side: OrderKind["side"]) =>
    within.filter((one) => {
      const kind = kindOf(one.kind);
      return kind.money === money && kind.side === side;
    });
  const gross = (movements: readonly Movement[]) => sum(movements.map((one) => one.gross));
  const net = (movements: readonly Movement[]) => sum(movements.map((one) => one.gross - one.fee - one.vat));
  return {
    paidIn: formatBaht(gross(of("paid-in", "buy"))),
    paidOut: formatBaht(net(of("paid-out", "sell"))),
    switched: formatBaht(gross(of("switched", "buy")) - net(of("switched", "sell"))),
  };
}

/** Returns the figures of one strategy at the end of the period. */
function holdingOf(
  code: string,
  { value, nav, standing }: ReturnType<ReturnType<typeof walkThrough>>,
): Statement["holdings"][number] {
  const figures = figuresOf(value, standing);
  return {
    code,
    units: formatUnits(standing.units),
    nav: formatUnits(nav?.nav ?? 0n),
    navDate: nav?.date ?? "",
    value: figures.value,
    principal: figures.principal,
    profit: figures.profit,
  };
}

/**
 * Returns the money of a person that the company held at the end of a day, and that the value of the account
 * does not include.
 */
async function waitingAt(room: PortfolioRoom, personId: string, day: string): Promise<bigint> {
  const end = cutOffOf(day).endOf("day").toJSDate();
  const paid = await room.db
    .selectFrom("orders")
    .select("amount")
    .where("person_id", "=", personId)
    .where(
      "kind",
      "in",
      kindsThat(({ money }) => money === "paid-in"),
    )
    .where("paid_at", "<=", end)
    .where((order) =>
      order.or([
        order("status", "=", "APPROVED"),
        order.and([order("status", "=", "ALLOTTED"), order("nav_date", ">", day)]),
      ]),
    )
    .execute();
  const back = await asideAt(room.db, { personId, day });
  return sum([...paid, ...back].map(({ amount }) => satangOf(amount ?? "0.00")));
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
