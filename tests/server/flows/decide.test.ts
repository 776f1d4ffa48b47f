import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Instance } from "../../../engine/flow/index.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { fail, ok } from "../../../engine/values/result.ts";
import { type Ask, decided, type EffectRan } from "../../../server/flows/asks.ts";
import { decide, type LoadedSubmission } from "../../../server/flows/decide.ts";
import type { StoredInstance } from "../../../server/flows/instance-store.ts";
import type { ChallengeVerdict } from "../../../server/flows/registry.ts";
import type { Write } from "../../../server/flows/story.ts";
import { bodyHashOf, type Submission } from "../../../server/flows/submissions.ts";
import { ENDS, effect, form, pin, review, TEXT, WHOLE, wait } from "../../engine/fixtures/parts.ts";
import { compiledOf } from "../../engine/fixtures/small-flow.ts";

const shop = (mode: "local" | "remote" = "local") =>
  compiledOf({
    steps: {
      choose: form("check"),
      check: review(["answers.choose.n", "facts.stock.left"], "pin"),
      pin: pin("check", "out", "act"),
      act: effect({ no: { to: "out" } }, "money"),
      money: wait("act", "out", "done"),
      ...ENDS,
    },
    forms: { choose: { n: WHOLE } },
    facts: { stock: { left: WHOLE } },
    outputs: { "small.act": { order: TEXT } },
    effects: { "small.act": { mode } },
  });
const LOCAL = shop();
const SHOWN = { "answers.choose.n": 2, "facts.stock.left": 7 };
const ANSWERED = {
  choose: { value: { n: 2 }, revision: 1 },
  check: { value: { values: SHOWN }, revision: 1 },
};
const NOW = "2026-03-02T03:00:00.000Z";

function loadedOf(
  answers: Instance["answers"],
  more: Partial<StoredInstance> = {},
  compiled = LOCAL,
): LoadedSubmission {
  return {
    stored: {
      instance: { id: "i", flow: "small", version: "v", answers, receipts: [] },
      subject: "person:she",
      openedBy: "person:she",
      again: null,
      language: "en",
      preview: false,
      openedAt: new Date(NOW),
      closedAt: null,
      busy: false,
      key: randomBytes(32),
      repeated: () => ({}),
      waits: {},
      ...more,
    },
    movedFrom: null,
    compiled,
    module: "/modules/small.js",
    flags: {},
    now: NOW,
    before: null,
    look: null,
  };
}

const given = (step: string, body: Submission["body"]): Submission => ({
  id: "i",
  subject: "person:she",
  step,
  body,
  key: "first",
});

type Replies = { readonly code?: ChallengeVerdict; readonly effect?: EffectRan["outcome"] };

/**
 * Runs a decision with these replies. Returns the decision's questions, the writes before each effect, and
 * the final writes.
 */
async function decideWith(loaded: LoadedSubmission, submission: Submission, replies: Replies = {}) {
  const asked: Ask["kind"][] = [];
  const written: Write[] = [];
  const { story, answer } = await decided(decide(loaded, submission), {
    facts: async ({ kind }) => {
      asked.push(kind);
      return { stock: { left: 7 } };
    },
    files: async () => [],
    code: async ({ kind }) => {
      asked.push(kind);
      return replies.code ?? { kind: "passed" };
    },
    effect: async ({ kind, story: before }) => {
      asked.push(kind);
      written.push(...before.writes);
      return { outcome: replies.effect ?? ok({ order: "A1" }), subject: "person:she" };
    },
  });
  const inAll = [...written, ...story.writes];
  // After the writes, the instance is the one with which the decision continues.
  expect(instanceWith(loaded.stored.instance, inAll)).toEqual(story.stored.instance);
  return {
    asked: asked.filter((kind) => kind !== "facts"),
    before: written.map(named),
    after: story.writes.map(named),
    answer: answer.kind === "done" ? answer.view.at.step : answer.code,
  };
}

/** Returns the instance after these writes. */
function instanceWith(instance: Instance, writes: readonly Write[]): Instance {
  let { answers, receipts } = instance;
  for (const one of writes) {
    if (one.kind === "answer") answers = { ...answers, [one.step]: one.answer };
    if (one.kind === "receipt") receipts = [...receipts, one.receipt];
    if (one.kind === "drop-answers")
      answers = Object.fromEntries(Object.entries(answers).filter(([step]) => !one.steps.includes(step)));
  }
  return { ...instance, answers, receipts };
}

function named(one: Write): string {
  if (one.kind === "audit") return `${one.line.action} ${one.line.to}`;
  if (one.kind === "receipt") return `receipt ${one.receipt.seq} of ${one.receipt.step}`;
  if (one.kind === "submission") return `submission ${one.outcome.kind}`;
  return "step" in one ? `${one.kind} ${one.step}` : one.kind;
}

const ACCEPTED = ["submission done", "flows.submit accepted"];
const PASSED = ["proved", "receipt 1 of pin", "flows.challenge passed"];
const ENDED = (seq: number) => [`receipt ${seq} of out`, "close", "flows.end done"];

describe("the decision about a submission", () => {
  test.each<[string, LoadedSubmission, Submission, Replies, Partial<Awaited<ReturnType<typeof decideWith>>>]>(
    [
      [
        "stores an answer and shows the next step",
        loadedOf({}),
        given("choose", { answer: { n: 2 } }),
        {},
        { asked: [], after: ["answer choose", ...ACCEPTED], answer: "check" },
      ],
      [
        "stores a review that was confirmed with the shown values",
        loadedOf({ choose: ANSWERED.choose }),
        given("check", { answer: { values: SHOWN } }),
        {},
        { asked: [], after: ["answer check", ...ACCEPTED], answer: "pin" },
      ],
      [
        "runs the effect after a right PIN, writes the challenge before it, and opens the wait",
        loadedOf(ANSWERED),
        given("pin", { code: "148263" }),
        {},
        {
          asked: ["code", "effect"],
          before: PASSED,
          after: ["receipt 2 of act", "flows.effect done", "wait money", "wait money", ...ACCEPTED],
          answer: "money",
        },
      ],
      [
        "records a wrong PIN as a refusal and runs no effect",
        loadedOf(ANSWERED),
        given("pin", { code: "000000" }),
        { code: { kind: "wrong", triesLeft: 4 } },
        { asked: ["code"], after: ["submission refused", "flows.submit code-wrong"], answer: "code-wrong" },
      ],
      [
        "ends at the step of the route for used-up PIN tries",
        loadedOf(ANSWERED),
        given("pin", { code: "000000" }),
        { code: { kind: "exhausted" } },
        {
          asked: ["code"],
          after: ["receipt 1 of pin", "flows.challenge exhausted", ...ENDED(2), ...ACCEPTED],
          answer: "out",
        },
      ],
      [
        "continues along the route of a failed effect",
        loadedOf(ANSWERED),
        given("pin", { code: "148263" }),
        { effect: fail({ code: "no" }) },
        { before: PASSED, after: ["receipt 2 of act", "flows.effect no", ...ENDED(3), ...ACCEPTED] },
      ],
      [
        "accepts an early event, and continues to the end",
        loadedOf(ANSWERED, { waits: { money: { open: true, early: {} } } }),
        given("pin", { code: "148263" }),
        {},
        {
          after: [
            "receipt 2 of act",
            "flows.effect done",
            "receipt 3 of money",
            "end-wait money",
            "flows.wait event",
            "receipt 4 of done",
            "close",
            "flows.end done",
            ...ACCEPTED,
          ],
          answer: "done",
        },
      ],
      [
        "gives a remote effect to a job and does not run it",
        loadedOf(ANSWERED, {}, shop("remote")),
        given("pin", { code: "148263" }),
        {},
        { asked: ["code"], after: [...PASSED, "run act", ...ACCEPTED], answer: "act" },
      ],
    ],
  )("%s", async (_title, loaded, submission, replies, expected) => {
    expect(await decideWith(loaded, submission, replies)).toMatchObject(expected);
  });

  test.each<[string, LoadedSubmission, Partial<Submission>, string]>([
    ["a closed instance", loadedOf({}, { closedAt: new Date(NOW) }), {}, "step-not-open"],
    [
      "an instance that now belongs to another subject",
      loadedOf({}),
      { subject: "person:he" },
      "step-not-open",
    ],
    ["a step while an effect is running", loadedOf({}, { busy: true }), {}, "effect-running"],
    ["a step that is not reached yet", loadedOf({}), { step: "pin", body: { code: "1" } }, "step-not-open"],
    ["a step that no flow has", loadedOf({}), { step: "constructor" }, "step-not-open"],
    ["an answer that is not valid", loadedOf({}), { body: { answer: { n: -1 } } }, "not-valid"],
    [
      "an answer that another window replaced",
      loadedOf({ choose: { value: { n: 3 }, revision: 2 } }),
      { seen: 1 },
      "changed-elsewhere",
    ],
  ])("refuses %s", async (_what, loaded, submission, code) => {
    const choose = given("choose", { answer: { n: 2 } });
    await expect(decideWith(loaded, { ...choose, ...submission })).rejects.toMatchObject({ code });
  });

  test("returns the same answer for a repeated key, and rejects the key with a different body", async () => {
    const loaded = loadedOf(ANSWERED);
    const first = given("pin", { code: "148263" });
    const before = {
      step: "pin",
      body_hash: bodyHashOf(loaded, first),
      outcome: { kind: "done" } as JsonObject,
      sealed_answer: null,
    };
    expect(await decideWith({ ...loaded, before }, first)).toMatchObject({ asked: [], after: ["proved"] });
    await expect(decideWith({ ...loaded, before }, given("pin", { code: "148264" }))).rejects.toMatchObject({
      code: "idempotency-key-reused",
    });
  });
});
