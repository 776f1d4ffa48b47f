import {
  answer,
  eitherOf,
  FLAG,
  INSTANT,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  orNull,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";

const json = answer("Json");
const values = mapOf(json);
const bound = mapOf(json, "The values that are shown and bound, by their places");
const step = { step: TEXT };
const errors = listOf(answer("FieldError"));

const receipt = { seq: { ...WHOLE, description: "1, 2, 3 within the instance" }, ...step, at: INSTANT };
const trail = listOf(objectOf({ ...step, to: TEXT }));

/** What calls about instances answer. `tests/server/flows` holds real answers and the engine's types against it. */
export const FLOW_ANSWERS = {
  FlowVersion: objectOf(
    { flow: TEXT, hash: TEXT, module: { ...TEXT, description: "Where the version's module lies" } },
    "The version of a flow that is in force",
  ),
  FieldError: objectOf(
    {
      pointer: { ...TEXT, description: "JSON pointer inside the answer" },
      code: TEXT,
      "message?": { ...TEXT, description: "Key of the text, where it is not that of the code" },
      "by?": { ...TEXT, description: "The step whose error put this answer in doubt" },
      params: values,
    },
    "What is wrong with an answer",
  ),
  FailedClause: objectOf(
    {
      id: TEXT,
      reason: { ...TEXT, description: "Key of its text" },
      mend: { ...TEXT, description: "An answer, a flow, a page, or none" },
      missing: listOf(TEXT, "Places that are missing, where that is why"),
    },
    "A condition that does not hold, and where that is mended",
  ),
  Position: {
    description: "Where somebody is",
    ...eitherOf(
      objectOf({ kind: { const: "form" }, ...step, errors }),
      objectOf({ kind: { const: "review" }, ...step, values: bound, changed: FLAG, errors }),
      objectOf({ kind: { const: "challenge" }, ...step, values: bound }),
      objectOf({
        kind: { const: "effect" },
        ...step,
        state: {
          ...oneOf("ask", "due", "running"),
          description: "Its own form is due, it may be run now, or it waits for its next try",
        },
        input: { ...values, description: "Always empty: it is the server's business" },
        errors,
        attempt: WHOLE,
      }),
      objectOf({
        kind: { const: "wait" },
        ...step,
        for: { ...TEXT, description: "The event" },
        sinceSeq: WHOLE,
        until: orNull(INSTANT),
      }),
      objectOf({
        kind: { const: "end" },
        ...step,
        outcome: oneOf("done", "stopped", "provisional"),
        reason: TEXT,
        explanation: listOf(answer("FailedClause")),
        mayChange: listOf(
          objectOf({ step: TEXT, field: TEXT }),
          "Answers that decided it and may still be changed, by submitting their step again",
        ),
        final: FLAG,
      }),
      objectOf({
        kind: { const: "needs" },
        ...step,
        facts: listOf(objectOf({ fact: TEXT, args: values })),
      }),
    ),
  },
  Passed: objectOf(
    { ...step, to: TEXT, frozen: { ...FLAG, description: "It cannot be changed any more" } },
    "A step that was passed",
  ),
  Receipt: {
    description: "Evidence of what happened",
    ...eitherOf(
      objectOf({
        ...receipt,
        kind: { const: "effect" },
        attempt: WHOLE,
        inputHash: TEXT,
        outcome: eitherOf(
          objectOf({ kind: { const: "done" }, output: values }),
          objectOf({ kind: { const: "failed" }, code: TEXT, "field?": TEXT }),
        ),
        trail,
      }),
      objectOf({
        ...receipt,
        kind: { const: "challenge" },
        outcome: oneOf("passed", "exhausted"),
        values: bound,
      }),
      objectOf({
        ...receipt,
        kind: { const: "wait" },
        outcome: eitherOf(
          objectOf({ kind: { const: "event" }, data: values }),
          objectOf({ kind: { const: "timeout" } }),
        ),
        trail,
      }),
      objectOf({
        ...receipt,
        kind: { const: "contested" },
        by: TEXT,
        revision: WHOLE,
        code: TEXT,
        "field?": TEXT,
        "reason?": TEXT,
      }),
      objectOf({ ...receipt, kind: { const: "end" }, outcome: oneOf("done", "stopped"), reason: TEXT }),
    ),
  },
  Instance: objectOf(
    {
      id: TEXT,
      flow: TEXT,
      version: TEXT,
      answers: mapOf(objectOf({ value: values, revision: WHOLE }), "By step"),
      receipts: listOf(answer("Receipt")),
    },
    "What is stored of somebody's way through a flow",
  ),
  Progress: objectOf({
    group: TEXT,
    index: { ...WHOLE, description: "From 1" },
    of: WHOLE,
    screen: { ...WHOLE, description: "Within the group, from 1" },
    screens: { ...WHOLE, description: "Of the group, at most, on the way that is left" },
    minutesLeft: orNull(WHOLE),
  }),
  View: objectOf(
    {
      id: UUID,
      flow: TEXT,
      hash: { ...TEXT, description: "The version that it runs on" },
      module: { ...TEXT, description: "Where the version's module lies" },
      at: answer("Position"),
      trail: listOf(answer("Passed")),
      instance: answer("Instance"),
      facts: mapOf(orNull(values), "Those that the definition names, by name and arguments"),
      flags: mapOf(FLAG),
      derived: values,
      effects: values,
      blocking: listOf(answer("FailedClause"), "What keeps her where she is"),
      progress: orNull(answer("Progress")),
      links: listOf(TEXT, "Where an end leads: a flow, as flow:kyc, or a page"),
      prefill: { ...values, description: "Answers of the instance that this one repeats, by step" },
      busy: { ...FLAG, description: "An effect is being done elsewhere: ask again after a moment" },
    },
    "Where somebody is in a flow and what to show: the server's judgement",
  ),
};
