import { expect, test } from "vitest";
import type { Definition } from "../../../engine/flow/definition.ts";
import type { Json } from "../../../engine/values/json.ts";
import { differencesOf } from "../../../server/differences/differences.ts";
import { filesOfFlow } from "../../definitions/definition-files.ts";
import { loaded } from "./loaded.ts";

// biome-ignore lint/suspicious/noExplicitAny: the files have any shape, and the test edits their parts
type Editable = { [name: string]: any };
/** Edits files of the newer version. */
type Edit = (file: (path: string) => Editable) => void;

/** The older version of each flow, loaded once. */
const bases = new Map<string, Definition>();

/**
 * Returns the protection that a newer version of a flow loses, in English, grouped by what was guarded.
 * Signatures require no invariant here, so the report covers every guard of an effect, not only required
 * ones.
 */
async function lost(flow: string, edit: Edit): Promise<readonly string[]> {
  const source = await filesOfFlow(flow);
  const files = structuredClone(source.files) as { [path: string]: Json };
  for (const [path, content] of Object.entries(files))
    if (path.startsWith("schemas/effects/")) {
      delete (content as Editable).confirmedBy;
      delete (content as Editable).requires;
    }
  const before = bases.get(flow) ?? loaded({ flow, files: structuredClone(files) });
  bases.set(flow, before);
  edit((path) => files[path] as Editable);
  return differencesOf(before, loaded({ flow, files })).lost.map(
    ({ says, effects }) => `${effects.map(({ step }) => step).join(", ")}: ${says.en}`,
  );
}

const INVEST = "flows/invest/flow.json";

test.each<[string, string, Edit, readonly RegExp[]]>([
  [
    "a declaration that may now be declined",
    "invest",
    (file) => delete file("schemas/invest/acknowledge.json").properties.accepted.const,
    [/^place: .* now takes what it refused: /],
  ],
  [
    "a consent that may now be omitted",
    "invest",
    (file) => delete file("schemas/invest/acknowledge.json").required,
    [/^place: .* now takes what it refused: /],
  ],
  [
    "a risk level that the flow states instead of a rule",
    "kyc",
    (file) => {
      file("flows/kyc/flow.json").derived.level = { const: 5 };
    },
    [/^submit: .+ is no longer worked out by the rule “Risk level of the score”$/],
  ],
  [
    "a minimum amount that depends on the holding of another strategy",
    "switch",
    (file) => {
      file("flows/switch/flow.json").facts.holding.code = "answers.choose.strategy";
    },
    [/^place: whether the rule “The new strategy's first minimum is reached” .* could not be decided$/],
  ],
  [
    "an age computed from a field other than the birth date",
    "kyc",
    (file) => {
      file("flows/kyc/flow.json").derived.age = { const: 30 };
    },
    [
      /^dopa, ndid, submit: whether the rule “A birth date that can be” .* could not be decided$/,
      /^dopa, ndid, submit: whom “General information” leads past a protection could not be decided$/,
      /^submit: whether the rule “20 years or older” .* could not be decided$/,
    ],
  ],
  [
    "a consent to another document",
    "invest",
    (file) => {
      file(INVEST).steps.acknowledge.ui.accepted.document = "terms";
    },
    [/is about another document: before risk, now terms$/],
  ],
  [
    "a PIN that is never requested",
    "invest",
    (file) => {
      const flow = file(INVEST);
      flow.steps.review.next = flow.steps.pin.next;
      delete flow.steps.pin;
      flow.invariants = flow.invariants.filter(({ before }: Editable) => before !== "pin");
    },
    [/^place: nobody is asked for the code at /, /^place: the rule .* is no longer asked on the way$/],
  ],
  [
    "a one-time password that is no longer requested",
    "invest",
    (file) => {
      const flow = file(INVEST);
      flow.steps.pin.next = [{ to: "place" }];
      delete flow.steps.otp;
      flow.invariants = flow.invariants.filter(({ before }: Editable) => before !== "otp");
    },
    [/^place: nobody is asked for the code at /, /^place: the rule .* is no longer asked on the way$/],
  ],
  [
    "a PIN that only some people must enter",
    "invest",
    (file) => {
      const { steps } = file(INVEST);
      const small = { "<": [{ var: "answers.amount.amount" }, "50000.00"] };
      steps.review.next = [{ when: small, to: "place" }, { to: "pin" }];
    },
    [/^place: not everybody is asked for the code at /, /no longer passes /],
  ],
  [
    "a review that shows fewer values",
    "invest",
    (file) => {
      const { review } = file(INVEST).steps;
      review.shows = review.shows.filter(({ value }: Editable) => value !== "derived.net");
    },
    [/^place: .* no longer shows /],
  ],
  [
    "a rule that a form no longer checks and no invariant ensures",
    "invest",
    (file) => {
      const flow = file(INVEST);
      delete flow.steps.amount.check;
      flow.invariants = flow.invariants.filter(({ rule }: Editable) => rule !== "minimum");
    },
    [/^place: the rule .* is no longer asked on the way$/],
  ],
  [
    "people who are led past a warning",
    "invest",
    (file) => {
      const one = { "==": [{ var: "answers.choose.strategy" }, "M-BTCA"] };
      const flow = file(INVEST);
      flow.steps.amount.next[0].when = { and: [{ rule: "risk-mismatch" }, one] };
    },
    [/^place: after .* no longer passes /],
  ],
  [
    "people who did not reach the effect before",
    "invest",
    (file) => {
      const company = { "==": [{ var: "facts.investor.customerType" }, "JURISTIC"] };
      file(INVEST).steps["pin-ready"].next = [
        { when: company, to: "no-pin" },
        {
          when: { and: [{ var: "facts.investor.hadPin" }, { "!": [{ var: "facts.investor.hasPin" }] }] },
          to: "pin-locked",
        },
        { to: "amount" },
      ];
    },
    [/^place: after .* now comes to it, and did not before$/],
  ],
  [
    "a review that comes before the values that it shows",
    "complaint",
    (file) => {
      const { steps } = Object.assign(file("flows/complaint/flow.json"), { start: "review" });
      steps.review.shows = steps.review.shows.map((place: string) => place.replace(/\??$/, "?"));
      steps.review.next = [{ to: "complaint" }];
      steps.complaint.next = [{ to: "file" }];
    },
    [/^file: after “[^”]+”, everybody no longer passes /],
  ],
  [
    "a renamed form that accepts more",
    "invest",
    (file) => {
      renameStep(file, "invest", "acknowledge", "agree");
      delete file("schemas/invest/acknowledge.json").properties.accepted.const;
    },
    [/^place: .* now takes what it refused: /],
  ],
  [
    "a question that is no longer asked",
    "complaint",
    (file) => {
      delete file("schemas/complaint/complaint.json").properties.attachment;
      const { steps } = file("flows/complaint/flow.json");
      delete steps.complaint.ui.attachment;
      delete steps.file.input["attachment?"];
      steps.review.shows = steps.review.shows.filter((place: string) => !place.includes("attachment"));
    },
    [/^file: .* is no longer asked$/],
  ],
])("the report begins with this lost protection: %s", async (_what, flow, edit, said) => {
  const found = await lost(flow, edit);
  for (const pattern of said) expect(found).toContainEqual(expect.stringMatching(pattern));
  expect(found).toHaveLength(said.length);
});

test("the report shows that an action for account holders becomes open to visitors", async () => {
  const source = await filesOfFlow("complaint");
  const after = loaded(source);
  expect(after.flow.subject).toBe("anonymous");
  const before: Definition = { ...after, flow: { ...after.flow, subject: "account" } };
  expect(differencesOf(before, after).lost.map(({ says }) => says.en)).toEqual([
    "visitors without an account may do it now",
  ]);
});

test("the report shows that a code now confirms a different review, and so less of the submission", async () => {
  const found = await lost("invest", (file) => {
    const { steps } = file(INVEST);
    steps.short = {
      ...steps.review,
      shows: steps.review.shows.filter(({ value }: Editable) => value !== "derived.net"),
      next: [{ to: "pin" }],
    };
    steps.review.next = [{ to: "short" }];
    steps.pin.binds = "short";
    steps.otp.binds = "short";
    for (const language of ["th", "en"])
      file(`locales/${language}/order.json`).invest.short = file(
        `locales/${language}/order.json`,
      ).invest.review;
  });
  expect(found).toContainEqual(expect.stringMatching(/^place: the code at .* no longer confirms /));
});

/** Renames a step everywhere in a flow's files. */
function renameStep(file: (path: string) => Editable, flow: string, old: string, now: string): void {
  const all = file(`flows/${flow}/flow.json`);
  const text = JSON.stringify(all)
    .replace(new RegExp(`"(to|binds|since|before|reopen|start)":"${old}"`, "g"), `"$1":"${now}"`)
    .replace(new RegExp(`"(answers|effects)\\.${old}\\.`, "g"), `"$1.${now}.`)
    .replace(`"${old}":{"kind"`, `"${now}":{"kind"`);
  Object.assign(all, JSON.parse(text));
  for (const rule of ["minimum", "maximum", "method-offered", "risk-acknowledged"]) {
    const path = `flows/${flow}/rules/${rule}.json`;
    const content = file(path);
    if (content === undefined) continue;
    Object.assign(
      content,
      JSON.parse(
        JSON.stringify(content)
          .replaceAll(`answers.${old}.`, `answers.${now}.`)
          .replaceAll(`"answers":{"${old}":`, `"answers":{"${now}":`),
      ),
    );
  }
  const form = file(`schemas/${flow}/${old}.json`);
  if (form !== undefined) all.steps[now].schema = `${flow}/${old}`;
  for (const language of ["th", "en"]) {
    const texts = file(`locales/${language}/order.json`)[flow];
    texts[now] = texts[old];
    delete texts[old];
  }
}

test.each<[string, string, Edit]>([
  ["a shorter estimate of the minutes", "invest", (file) => file(INVEST).minutes--],
  [
    "a review that shows more values",
    "invest",
    (file) => file(INVEST).steps.review.shows.push("facts.strategy.riskLevel"),
  ],
  [
    "a form that accepts less",
    "complaint",
    (file) => {
      file("schemas/complaint/complaint.json").properties.detail.minLength = 30;
    },
  ],
  [
    "a step that only has another name",
    "complaint",
    (file) => {
      const flow = file("flows/complaint/flow.json");
      flow.steps.send = flow.steps.file;
      delete flow.steps.file;
      flow.steps.review.next = [{ to: "send" }];
      for (const step of Object.values(flow.steps) as Editable[])
        if (step.shows)
          step.shows = JSON.parse(JSON.stringify(step.shows).replaceAll("effects.file.", "effects.send."));
      for (const language of ["th", "en"]) {
        const texts = file(`locales/${language}/complaint-form.json`).complaint;
        texts.send = texts.file ?? {};
        texts.effects.send = texts.effects.file;
      }
    },
  ],
  ["a form that only has another name", "invest", (file) => renameStep(file, "invest", "amount", "sum")],
  ["a review that only has another name", "invest", (file) => renameStep(file, "invest", "review", "look")],
  ["a code that only has another name", "invest", (file) => renameStep(file, "invest", "pin", "secret")],
  [
    "two codes in exchanged order",
    "invest",
    (file) => {
      const { steps } = file(INVEST);
      steps.review.next = [{ when: { var: "flags.otp-on-buy-sell" }, to: "otp" }, { to: "pin" }];
      steps.otp.next = [{ to: "pin" }];
      steps.pin.next = [{ to: "place" }];
    },
  ],
  [
    "two questions in exchanged order, one of them only for some people",
    "invest",
    (file) => {
      const { steps } = file(INVEST);
      steps.amount.next = [{ to: "pay" }];
      steps.pay.next = [{ when: "risk-mismatch", to: "acknowledge" }, { to: "review" }];
      steps.acknowledge.next = [{ to: "review" }];
    },
  ],
  [
    "two questions with checks in exchanged order",
    "kyc",
    (file) => {
      const { steps } = file("flows/kyc/flow.json");
      steps.general.next[0].to = "work";
      steps.work.next = [{ to: "contact" }];
      steps.contact.next = [{ to: "aml" }];
    },
  ],
  [
    "two decisions in exchanged order",
    "reduce",
    (file) => {
      const { steps } = file("flows/reduce/flow.json");
      steps.gate.next[0].to = "destination";
      steps.destination.next[0].to = "able";
      steps.able.next[0].to = "pin-ready";
    },
  ],
  [
    "another value in an open list",
    "kyc",
    (file) => {
      file("schemas/common/occupation.json").enum.push("ASTRONAUT");
      for (const language of ["th", "en"])
        file(`locales/${language}/form.json`).common.occupation.options.ASTRONAUT = "ASTRONAUT";
    },
  ],
  [
    "a warning rule that warns more people",
    "invest",
    (file) => {
      const rule = file("flows/invest/rules/risk-mismatch.json");
      const risk = { var: "facts.strategy.riskLevel" };
      const highest = { var: "facts.investor.suitMaxRisk" };
      rule.must[0].logic.and[1] = { ">=": [risk, highest] };
      rule.cases = rule.cases.slice(0, 1);
      file("flows/invest/rules/risk-acknowledged.json").cases.shift();
    },
  ],
  [
    "one more question",
    "kyc",
    (file) => {
      const form = file("schemas/kyc/interests.json");
      form.properties.more = { type: "string", minLength: 3, maxLength: 100 };
      form.required.push("more");
      for (const language of ["th", "en"])
        file(`locales/${language}/kyc.json`).kyc.interests.more = { label: "More" };
    },
  ],
  [
    "a question for more people",
    "kyc",
    (file) => {
      file("schemas/kyc/general.json").allOf[1].if.properties.nameTitle = { enum: ["OTHER", "MR"] };
    },
  ],
  [
    "a question that can no longer be omitted",
    "complaint",
    (file) => {
      file("schemas/complaint/complaint.json").required.push("attachment");
    },
  ],
])("the report shows no lost protection for %s", async (_what, flow, edit) => {
  expect(await lost(flow, edit)).toEqual([]);
});

test("a removed question is reported once, together with the protection that needed it", async () => {
  const source = await filesOfFlow("contact-back");
  const files = structuredClone(source.files) as { [path: string]: Json };
  const before = loaded({ flow: "contact-back", files: structuredClone(files) });
  const file = (path: string) => files[path] as Editable;
  const { steps } = file("flows/contact-back/flow.json");
  const place = "answers.contact.email";
  delete file("schemas/contact-back/contact.json").properties.email;
  file("schemas/contact-back/contact.json").required = ["name", "phone", "topic"];
  delete steps.contact.ui?.email;
  delete steps.contact.prefill?.email;
  steps.review.shows = steps.review.shows.filter((shown: string) => shown !== place);
  steps.send.input.email = "answers.contact.name";
  const { reach, lost } = differencesOf(before, loaded({ flow: "contact-back", files }));
  expect(lost.filter(({ kind }) => kind === "question").map(({ says }) => says.en)).toHaveLength(1);
  expect(reach.unasked).toEqual([]);
});

test("a removed question does not count as lost protection if no rule reads it", async () => {
  const source = await filesOfFlow("estate");
  const files = structuredClone(source.files) as { [path: string]: Json };
  const after = loaded({ flow: "estate", files: structuredClone(files) });
  const file = (path: string) => files[path] as Editable;
  file("schemas/estate/holder.json").properties.heardFrom = { type: "string", maxLength: 100 };
  for (const lng of ["th", "en"])
    file(`locales/${lng}/estate.json`).estate.holder.heardFrom = { label: "ทราบจากใคร" };
  const { lost } = differencesOf(loaded({ flow: "estate", files }), after);
  expect(lost.map(({ kind, question }) => [kind, question])).toEqual([
    ["ordinary", "answers.holder.heardFrom"],
  ]);
});
