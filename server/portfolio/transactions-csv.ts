import { csvOf } from "../../domain/csv.ts";
import type { Transaction } from "./answers.ts";
import type { Say } from "./room.ts";

/**
 * Returns a person's history as CSV, with one line per order. Decimals are not rounded, dates have the form
 * 2026-11-23, and headings are in the reader's language.
 */
export function transactionsCsv(transactions: readonly Transaction[], say: Say): string {
  return csvOf([
    [
      "placed",
      "reference",
      "kind",
      "strategy",
      "status",
      "navDate",
      "nav",
      "allotted",
      "unitsIn",
      "unitsOut",
      "amount",
      "fee",
      "vat",
      "net",
      "counter",
      "counterStrategy",
    ].map((name) => say(`column.${name}`)),
    ...transactions.flatMap((one) => [
      [
        one.placedAt.slice(0, 16).replace("T", " "),
        one.reference,
        say(`kind.${one.kind}`),
        one.strategy,
        say(`status.${one.status}`),
        one.navDate,
        one.nav,
        one.allottedOn,
        one.unitsIn,
        one.unitsOut,
        one.amount,
        one.fee,
        one.vat,
        one.net,
        one.counter?.reference ?? null,
        one.counter?.strategy ?? null,
      ],
      ...one.corrections.map((more) => [
        one.placedAt.slice(0, 16).replace("T", " "),
        one.reference,
        say("kind.correction"),
        one.strategy,
        say(`status.${one.status}`),
        one.navDate,
        more.nav,
        more.on,
        more.units,
        null,
        more.amount,
        more.fee,
        more.vat,
        more.net,
        null,
        null,
      ]),
    ]),
  ]);
}
