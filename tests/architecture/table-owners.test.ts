import { describe, expect, test } from "vitest";
import { ROOMS, roomOf } from "./rooms.ts";
import { type Source, sources, withoutComments } from "./sources.ts";

/**
 * A table belongs to the module whose migration creates it. Other modules call its functions. The exceptions
 * below were reviewed. The test fails for a new module or a new table.
 */
const WRITES_OF_OTHERS: { readonly [room: string]: readonly string[] } = {
  // One statement makes the change and also writes the lines of the audit log or timeline. With one call per
  // row, settlement would take several times as long.
  orders: ["audit_lines"],
  payments: ["orders"],
  settlement: ["audit_lines", "order_events", "orders", "payment_cases"],
};

/**
 * Tables of other modules that a module reads in its own statement, because the statement joins them with its
 * own tables or locks both.
 */
const READS_OF_OTHERS: { readonly [room: string]: readonly string[] } = {
  // A person who holds units or has an open order cannot get a role.
  accounts: ["holdings", "orders"],
  cases: ["files", "people"],
  changes: ["definition_versions"],
  // `erasure` shows what prevents an erasure, and which data the law requires to keep.
  erasure: [
    ...["aml_hits", "bank_changes", "cases", "identity_checks", "identity_reviews", "identity_statuses"],
    ...["ledger_accounts", "ndid_requests", "orders", "payment_cases", "payouts", "people", "role_proposals"],
    "signed_contracts",
  ],
  fund: ["holdings", "people"],
  identity: ["contact_changes", "people", "person_keys", "proved_phones"],
  // The check of the ledger compares entries with the records that they were posted for. Several modules
  // write these records.
  ledger: [
    ...["bank_statement_lines", "management_accrual_corrections", "management_accruals"],
    ...["nav_compensations", "navs", "orders", "payment_cases", "payments", "payouts", "settlement_sweeps"],
  ],
  orders: [
    ...["bank_holidays", "calendar_changes", "holdings", "ledger_accounts", "navs", "people", "strategies"],
  ],
  payments: [
    ...["bank_accounts", "files", "ledger_accounts", "ledger_entries", "navs", "orders"],
    ...["pay_in_accounts", "people", "strategies"],
  ],
  // `people` lists the proposals of a colleague and all pending decisions, from all modules.
  people: [
    ...["aml_hits", "audit_lines", "calendar_changes", "cases", "content_versions", "definition_versions"],
    ...[
      "display_rates",
      "flag_changes",
      "holdings",
      "identity_reviews",
      "legal_documents",
      "navs",
      "orders",
      "people",
      "strategy_dealing",
      "strategy_terms",
    ],
  ],
  portfolio: [
    ...["holdings", "nav_compensations", "nav_corrections", "orders", "payouts", "people", "slips"],
    ...["strategies", "tax_documents"],
  ],
  publishing: ["definition_versions"],
  settlement: [
    ...["ledger_accounts", "ledger_entries", "navs", "orders", "payment_cases", "payments", "people"],
    "strategies",
  ],
};

/**
 * Triggers of a module on a table of another module. They add something to a change of that table, in the
 * same transaction.
 */
const TRIGGERS_ON_OTHERS: { readonly [room: string]: readonly string[] } = {
  // An account with units or open work must not be erased. A key must be kept as long as the law requires the
  // data that it decrypts.
  erasure: ["erased_hold_nothing on people", "law_keeps_keys on person_keys"],
  identity: ["finders_go_with_the_key on person_keys"],
  orders: ["staff_hold_no_units on people"],
  payments: ["orders_await_slips on orders", "orders_ended_paid on orders"],
  settlement: ["orders_owe on orders", "orders_raised on orders", "payment_cases_go_back on payment_cases"],
};

/** SQL functions that a module calls although they belong to a higher module. */
const CALLS_UPWARD: { readonly [room: string]: readonly string[] } = {
  // `flows` reads the key of a person's values in the statement that reads the instance.
  flows: ["owner_key"],
  // A refund is a payout, and payouts belong to settlement. A refund begins, ends and is shown with the case
  // in payments or with its order. Without these functions, payments would have to write the table of
  // payouts.
  orders: ["refund_of_order"],
  payments: ["begin_refund", "refund_of_order", "refund_stands", "withdraw_refund"],
};

const uncommented = ({ text }: Source): string => withoutComments(text).replace(/^\s*--.*$/gm, "");

const files = sources(["server"], /\.(?:ts|sql)$/);
const migrations = files.filter(({ path }) => path.includes("/migrations/"));
const triggers = files.filter(({ path }) => path.endsWith("/sql/triggers.sql"));
const code = files.filter(
  (file) => file.path.split("/").length > 2 && !migrations.includes(file) && !triggers.includes(file),
);

const functions = files
  .map(({ path }) => /^server\/(\w+)\/.*\bsql\/(\w+)\.sql$/.exec(path))
  .flatMap((found) =>
    found === null || found[2] === "triggers" ? [] : [{ room: found[1], name: found[2] }],
  );

const owners = new Map<string, string>([["holdings", "ledger"]]);
for (const { path, text } of migrations)
  for (const [, table = ""] of text.matchAll(/^create (?:unlogged )?table (\w+)/gm))
    owners.set(table, roomOf(path) ?? "");
const TABLES = [...owners.keys()].sort((a, b) => b.length - a.length).join("|");
const WRITES = new RegExp(
  `\\b(?:insert into|update|delete from|(?:insertInto|updateTable|deleteFrom|replaceInto)\\("|truncate)\\s*(${TABLES})\\b`,
  "g",
);
const READS = new RegExp(
  `\\b(?:from|join|using|lock table|(?:selectFrom|\\w*Join)\\(")\\s*\\(?(${TABLES})\\b`,
  "g",
);

/** Returns, for each module, the tables of other modules that `pattern` finds in its code. */
function foreign(
  pattern: RegExp,
  files: readonly Source[] = code,
): { readonly [room: string]: readonly string[] } {
  const found: { [room: string]: Set<string> } = {};
  for (const file of files)
    for (const [, table = ""] of uncommented(file).matchAll(pattern)) {
      const room = roomOf(file.path) ?? "";
      if (owners.get(table) === room) continue;
      found[room] ??= new Set();
      found[room].add(table);
    }
  return Object.fromEntries(Object.entries(found).map(([room, tables]) => [room, [...tables].sort()]));
}

/** Returns, for each module, the functions of higher modules that its code calls. */
function calledUpward(files: readonly Source[]): { readonly [room: string]: readonly string[] } {
  const above = (room: string) =>
    functions.filter((one) => ROOMS.indexOf(one.room ?? "") > ROOMS.indexOf(room));
  const found: { [room: string]: Set<string> } = {};
  for (const file of files) {
    const room = roomOf(file.path);
    if (room === null || !ROOMS.includes(room)) continue;
    const text = uncommented(file);
    for (const { name = "" } of above(room))
      if (new RegExp(`\\b${name}\\(`).test(text)) {
        found[room] ??= new Set();
        found[room].add(name);
      }
  }
  return Object.fromEntries(Object.entries(found).map(([room, names]) => [room, [...names].sort()]));
}

describe("tables of the database", () => {
  test("each table is written only by the module that owns the table, with reviewed exceptions", () => {
    expect(foreign(WRITES)).toEqual(WRITES_OF_OTHERS);
  });

  test("each table is read only by the module that owns the table, with reviewed exceptions", () => {
    expect(foreign(READS)).toEqual(READS_OF_OTHERS);
  });

  test("each table has only triggers of the module that owns the table, with reviewed exceptions", () => {
    const found: { [room: string]: string[] } = {};
    for (const { path, text } of triggers)
      for (const [, name, table = ""] of text.matchAll(
        /^create or replace trigger (\w+)[^;]*?\son (\w+)/gm,
      )) {
        const room = roomOf(path) ?? "";
        if (owners.get(table) === room) continue;
        found[room] ??= [];
        found[room].push(`${name} on ${table}`);
      }
    expect(found).toEqual(TRIGGERS_ON_OTHERS);
  });

  test.each([
    ["an SQL statement that inserts", "server/site/a.ts", "sql`insert into orders (id) values (1)`"],
    ["a query builder that updates", "server/site/a.ts", 'tx.updateTable("orders").set({})'],
    ["a function in SQL", "server/site/sql/a.sql", "delete from orders where id = p_id;"],
  ])(
    "a module may not write the tables of another module, as this planted write shows: %s",
    (_, path, text) => {
      expect(foreign(WRITES, [{ path, text }])).toEqual({ site: ["orders"] });
    },
  );

  test("a module may not read the tables of another module, as a planted read shows", () => {
    const path = "server/site/a.ts";
    expect(foreign(READS, [{ path, text: 'db.selectFrom("orders")' }])).toEqual({ site: ["orders"] });
    expect(foreign(READS, [{ path, text: "select from a join orders using (id)" }])).toEqual({
      site: ["orders"],
    });
  });
});

describe("functions in SQL", () => {
  test("SQL functions are called only by their own module and by higher modules, with reviewed exceptions", () => {
    expect(calledUpward(code)).toEqual(CALLS_UPWARD);
  });

  test("SQL functions may not be called from a lower module, as a planted call shows", () => {
    const path = "server/ledger/sql/a.sql";
    expect(calledUpward([{ path, text: "perform cancel_order(p_person);" }])).toEqual({
      ledger: ["cancel_order"],
    });
  });
});
