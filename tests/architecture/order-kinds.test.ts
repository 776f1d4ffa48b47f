import { describe, expect, test } from "vitest";
import { type Source, sources, withoutComments } from "./sources.ts";

/**
 * Code reads the description of a kind (`server/orders/kinds`) and does not compare names, so that a new kind
 * is one folder. The files below still compare names. The test fails for a new file, so the list can only
 * become shorter.
 */
const KNOW_NAMES: readonly string[] = [
  // Some names of kinds are also names of postings. The module `ledger` is below `orders` and cannot import
  // it.
  "server/ledger/check-ledger.ts",
  "server/ledger/migrations/1500-ledger.sql",
  "server/ledger/tables.ts",
  // The schema restricts orders by kind.
  "server/orders/migrations/1600-orders.sql",
  "server/orders/sql/decide_order.sql",
  "server/orders/sql/expire_orders.sql",
  "server/orders/sql/orders_remember_step.sql",
  "server/orders/sql/orders_reserve.sql",
  "server/orders/sql/paid_not_yet_units.sql",
  "server/orders/sql/triggers.sql",
  // Incoming money is matched with subscriptions only.
  "server/payments/sql/match_case.sql",
  "server/payments/sql/receive_payment.sql",
  "server/payments/sql/triggers.sql",
  // Allotment uses one statement for all orders of a batch.
  "server/settlement/sql/allot_batch.sql",
  "server/settlement/sql/allot_buys.sql",
  "server/settlement/sql/allot_sells.sql",
  "server/settlement/sql/open_settlement_runs.sql",
  "server/settlement/sql/post_compensations.sql",
  "server/settlement/sql/refund_of_order.sql",
  "server/settlement/sql/triggers.sql",
  // Icons and lines by kind. The calls do not state the side of an order (buy or sell) yet.
  "renderer/portal/parts/order-figure.ts",
  "renderer/portal/parts/order-list.tsx",
  "renderer/portal/transactions/order-moments.ts",
  "renderer/portal/transactions/order-pairs.ts",
  "renderer/portal/transactions/transaction-list.tsx",
  "renderer/portal/transactions/transactions-screen.tsx",
  // An example order for previews.
  "renderer/portal/trade/made-up.ts",
];

const files = sources(["server", "domain", "renderer"], /\.(?:tsx?|sql)$/);
const NAMES = [
  ...new Set(
    files
      .filter(({ path }) => path.startsWith("server/orders/kinds/"))
      .flatMap(({ text }) => /^ {2}name: "([a-z-]+)",$/m.exec(text)?.[1] ?? []),
  ),
];

function thatKnowNames(files: readonly Source[]): readonly string[] {
  const quoted = new RegExp(`["'](?:${NAMES.join("|")})["']`);
  return files
    .filter(({ path }) => !path.startsWith("server/orders/kinds/"))
    .filter(({ text }) => quoted.test(withoutComments(text).replace(/--.*$/gm, "")))
    .map(({ path }) => path);
}

describe("the names of order kinds", () => {
  test("are defined in the folders of the kinds", () => {
    expect(NAMES.toSorted()).toEqual(["redemption", "subscription", "switch-in", "switch-out"]);
  });

  test("the names of order kinds appear in the code of these folders only, except in reviewed files", () => {
    expect(thatKnowNames(files).toSorted()).toEqual(KNOW_NAMES.toSorted());
  });

  test.each([
    ["a comparison in code", "server/site/a.ts", 'if (order.kind === "redemption") return;'],
    ["a condition in SQL", "server/site/sql/a.sql", "where o.kind = 'switch-in'"],
  ])("are found by this check in %s", (_, path, text) => {
    expect(thatKnowNames([{ path, text }])).toEqual([path]);
  });
});
