import { beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../../../engine/values/json.ts";
import { type ChangedLines, changedLinesOf, type File } from "./changed-lines.ts";

let flows: { readonly [flow: string]: ChangedLines };
beforeAll(async () => {
  const all = ["invest", "kyc", "pin"].map(async (flow) => [flow, await changedLinesOf(flow)] as const);
  flows = Object.fromEntries(await Promise.all(all));
});

/** Changes the value at a path of names and indices; `undefined` removes it. */
function set(file: File, path: string, value: Json | undefined): void {
  const names = path.split("/");
  const last = names.pop() as string;
  let at = file as { [name: string]: Json };
  for (const name of names) at = at[name] as { [name: string]: Json };
  if (value === undefined) delete at[last];
  else at[last] = value;
}

type Row = readonly [
  what: string,
  flow: string,
  file: string,
  path: string,
  value: Json | undefined,
  told: readonly string[],
];

const INVEST = "flows/invest/flow.json";
const KYC = "flows/kyc/flow.json";
const SECOND = "allOf/1/if/properties/committedMoneyLaundering/const";
const CHARGED = "someone for whom the answer to “Have you ever been charged with money laundering?” is";
const yesNow = (field: string) =>
  `“${field}” is now asked of ${CHARGED} “No, never”; before, of ${CHARGED} “Yes, I have”`;
const BANK = "“Account number”, for someone for whom the answer to “Bank” is “TISCO Bank”";
/**
 * Matches the line about the number of paths. It comes before the changed parts, and these tests ignore it.
 */
const WAYS = /^paths that somebody can go: \d+ → \d+$/;

describe("the report of a changed part", () => {
  it.each<Row>([
    [
      "of a computation",
      "invest",
      INVEST,
      "derived/fee/args/1",
      "facts.strategy.vatBps",
      [
        "fee (“Front-end fee”): fee(answers.amount.amount (“Amount”), facts.strategy.feeBps (Front-end fee rate)), now fee(answers.amount.amount (“Amount”), facts.strategy.vatBps (VAT (parts of ten thousand)))",
      ],
    ],
    [
      "of the role of a shown value",
      "invest",
      INVEST,
      "steps/review/shows/5/role",
      "note",
      ["“Front-end fee” is shown as: taken off, now a note"],
    ],
    [
      "of the rate of a shown value",
      "invest",
      INVEST,
      "steps/review/shows/5/rate",
      "facts.strategy.vatBps",
      [
        "“Front-end fee” has the rate: facts.strategy.feeBps (the front-end fee (parts of ten thousand)), now facts.strategy.vatBps (VAT (parts of ten thousand))",
      ],
    ],
    [
      "of an effect's input",
      "invest",
      INVEST,
      "steps/place/input/amount",
      "derived.net",
      ["amount: answers.amount.amount (“Amount”), now derived.net (“Invested”)"],
    ],
    [
      "of a removed input of an effect",
      "invest",
      INVEST,
      "steps/place/input/riskAcknowledged?",
      undefined,
      [
        expect.stringMatching(
          /^riskAcknowledged\?: answers\.acknowledge\.accepted \(“.+”\), now none$/,
        ) as never,
      ],
    ],
    [
      "of an error",
      "kyc",
      KYC,
      "steps/dopa/errors/no-match",
      { to: "path" },
      ["no-match: back to general (“General information”), at “National ID number”, now on to path"],
    ],
    [
      "of an error with a retry",
      "invest",
      INVEST,
      "steps/place/errors/unavailable",
      { reopen: "review" },
      [
        "unavailable: again by itself, at most 3 times, then on to later (“The order was not placed”), now back to review (“Check before you confirm”)",
      ],
    ],
    [
      "of an error with an ask route",
      "pin",
      "flows/pin/flow.json",
      "steps/set/errors/weak-pin",
      { to: "already" },
      [expect.stringMatching(/^weak-pin: asked again at “New PIN”, now on to already \(“.+”\)$/) as never],
    ],
    [
      "of a timeout",
      "invest",
      INVEST,
      "steps/money/onTimeout",
      { to: "later" },
      ["on to expired (“The time to pay this order is over”), now on to later (“The order was not placed”)"],
    ],
    [
      "of a field's widget",
      "pin",
      "flows/pin/flow.json",
      "steps/set/ui/pin/widget",
      "plain",
      ["pin (“New PIN”) widget: pin, now plain"],
    ],
    [
      "of a document to read",
      "kyc",
      KYC,
      "steps/contract/ui/accepted/document",
      "terms",
      ["accepted (“I have read and accept this contract”): contract, now terms"],
    ],
    [
      "of the exemption from a confirmation",
      "pin",
      "schemas/effects/accounts.setPin.json",
      "confirmedBy/unless",
      undefined,
      ["accounts.setPin.confirmedBy.unless: first-pin (“The first PIN”), now none"],
    ],
  ])("reports the values before and after the change in the case %s", (_, flow, file, path, value, lines) => {
    const told = (flows[flow] as ChangedLines)(file, (one) => set(one, path, value)).filter(
      (line) => !WAYS.test(line),
    );
    expect(told.slice(2, 2 + lines.length)).toEqual(lines);
  });
});

it("the report names the first of several values and the number of the remaining ones", () => {
  const lines = (flows.invest as ChangedLines)(INVEST, (file) => {
    for (let at = 1; at <= 14; at++) set(file, `steps/amount/ui/amount/hint${at}`, at);
  });
  expect(lines[2]).toBe("amount (“Amount”) hint1: none, now 1");
  expect(lines.slice(13)).toEqual(["amount (“Amount”) hint12: none, now 12", "and 2 more values"]);
});

it("the report omits comments for programmers", () => {
  const lines = (flows.invest as ChangedLines)("flows/shared/facts.json", (file) => {
    set(file, "strategy/owner", "somebody else");
    set(file, "strategy/mayBeAbsent", false);
  });
  expect(lines.slice(2)).toEqual(["strategy.mayBeAbsent: true, now false"]);
});

describe("the report of changed questions of a form, field by field,", () => {
  it.each<Row>([
    [
      "contains a question whose condition changed",
      "kyc",
      "schemas/kyc/aml.json",
      SECOND,
      false,
      [yesNow("Charge"), yesNow("Year")],
    ],
    [
      "contains a question that is now optional",
      "kyc",
      "schemas/kyc/aml.json",
      "allOf/1/then/required",
      ["moneyLaunderingOffence"],
      [
        `“Year” is now asked of everybody who comes to “Questions the law requires”, to answer or leave empty; before, of ${CHARGED} “Yes, I have”`,
      ],
    ],
    [
      "contains an additional requirement of some users",
      "kyc",
      "schemas/common/bank-account.json",
      "allOf/3/then/properties/accountNumber/pattern",
      "^[0-9]{17}$",
      [`${BANK}: how it must be written: ^[0-9]{14}$, now ^[0-9]{17}$`],
    ],
    [
      "omits a requirement that already applies to all users",
      "kyc",
      "schemas/common/bank-account.json",
      "allOf/3/then/properties/accountNumber/pattern",
      "^[0-9]{10,16}$",
      [`${BANK}: how it must be written: ^[0-9]{14}$, now none`],
    ],
    [
      "contains a changed order of the options",
      "kyc",
      "schemas/kyc/horizon.json",
      "properties/horizon/enum",
      [4, 3, 2, 1],
      [
        "“How long can you do without this money?”: its choices: “Up to 1 year”, “1 to less than 3 years”, “3 to 5 years”, “More than 5 years”, now “More than 5 years”, “3 to 5 years”, “1 to less than 3 years”, “Up to 1 year”",
      ],
    ],
    [
      "contains a new optional question",
      "kyc",
      "schemas/kyc/horizon.json",
      "properties/more",
      { type: "string" },
      [
        "“more (horizon)” is a new question, asked of everybody who comes to “How long can you do without this money?”, to answer or leave empty",
      ],
    ],
  ])("%s", (_, flow, file, path, value, lines) => {
    const told = (flows[flow] as ChangedLines)(file, (one) => set(one, path, value));
    expect(told.slice(2)).toEqual(lines);
  });

  it("omits the users of a question if the report already says whose answers are accepted", () => {
    const horizon = "someone for whom the answer to “How long can you do without this money?”";
    const fewer = (file: File) => set(file, "properties/horizon/enum", [1, 2, 3]);
    expect((flows.kyc as ChangedLines)("schemas/kyc/horizon.json", fewer).slice(2)).toEqual([
      `no longer taken: ${horizon} is “More than 5 years”`,
      "text form:common.horizon.options.4: “More than 5 years”, now none",
    ]);
    const free = (file: File) => set(file, "required", []);
    const [told, ...more] = (flows.kyc as ChangedLines)("schemas/kyc/horizon.json", free).slice(2);
    expect(told).toMatch(/^refused before, taken now: /);
    expect(more.filter((line) => line.includes("asked of"))).toEqual([]);
  });

  it("includes users who now may, but need not, answer a question", () => {
    const lines = (flows.kyc as ChangedLines)("schemas/kyc/aml.json", (file) => {
      const branches = file.allOf as File[];
      const [first, second] = branches as [File, File];
      set(second, "then/properties", { moneyLaunderingOffence: { type: "string" } });
      const third = { ...structuredClone(second), if: first.if as Json };
      set(third, "then/required", undefined);
      branches.push(third);
    });
    expect(lines[2]).toMatch(
      /^“Charge” is now asked of someone for whom .+ is “Yes, I have”; someone for whom .+ is “Yes” may answer or leave it empty; before, of someone/,
    );
  });

  it("includes requirements from two branches for the same people", () => {
    const lines = (flows.kyc as ChangedLines)("schemas/common/bank-account.json", (file) => {
      const branches = file.allOf as File[];
      const [, , , fourth] = branches as [File, File, File, File];
      const more = structuredClone(fourth);
      set(more, "then/properties/accountNumber/pattern", "^0");
      branches.push(more);
    });
    expect(lines.slice(2)).toEqual([`${BANK}: how it must be written: none, now ^0`]);
  });

  it("the report of changed questions is available in Thai", () => {
    const lines = (flows.kyc as ChangedLines)(
      "schemas/kyc/aml.json",
      (file) => set(file, SECOND, false),
      "th",
    );
    expect(lines[2]).toMatch(/^ข้อ “ข้อหา”: เดิมถาม ผู้ที่ตอบข้อ “.+” ว่า “เคย” ตอนนี้ถาม ผู้ที่ตอบข้อ “.+” ว่า “ไม่เคย”$/);
  });
});
