import {
  AnyJson,
  eitherOf,
  exactly,
  FLAG,
  INSTANT,
  listOf,
  mapOf,
  named,
  objectOf,
  oneOf,
  orNull,
  Sentence,
  TEXT,
  UUID,
  VALUES,
  WHOLE,
} from "../http/index.ts";

// Answer schemas of the calls about instances.

const bound = mapOf(AnyJson, "The values that are shown and bound, by their places");
const step = { step: TEXT };

export const FieldError = named(
  "FieldError",
  objectOf(
    {
      pointer: { ...TEXT, description: "JSON pointer inside the answer" },
      code: TEXT,
      "message?": { ...TEXT, description: "Key of the text, where it is not that of the code" },
      "by?": { ...TEXT, description: "The step whose error put this answer in doubt" },
      params: VALUES,
    },
    "What is wrong with an answer",
  ),
);

export const EntryLink = named(
  "EntryLink",
  objectOf(
    {
      flow: TEXT,
      address: { ...TEXT, description: "The page that it runs on" },
      label: Sentence,
      hint: orNull(Sentence),
      icon: { ...orNull(TEXT), description: "The picture beside it; nothing: the usual one" },
    },
    "A link to a flow, as a place of the portal draws it",
  ),
);

export const EntryList = named("EntryList", listOf(EntryLink, "In the order of the flows' names"));

export const FlowPages = named(
  "FlowPages",
  listOf(
    objectOf({
      flow: TEXT,
      address: { ...TEXT, description: "The page that it runs on" },
      subject: { ...oneOf("account", "anonymous"), description: "Whether one logs in for it" },
      places: { ...listOf(TEXT), description: "The places where it declares a link" },
    }),
  ),
);

const errors = listOf(FieldError);
const receipt = { seq: { ...WHOLE, description: "1, 2, 3 within the instance" }, ...step, at: INSTANT };
const trail = listOf(objectOf({ ...step, to: TEXT }));

export const FlowVersion = named(
  "FlowVersion",
  objectOf(
    { flow: TEXT, hash: TEXT, module: { ...TEXT, description: "Where the version's module lies" } },
    "The version of a flow that is in force",
  ),
);

export const FailedClause = named(
  "FailedClause",
  objectOf(
    {
      id: TEXT,
      reason: { ...TEXT, description: "Key of its text" },
      mend: { ...TEXT, description: "An answer, a flow, a page, or none" },
      missing: listOf(TEXT, "Places that are missing, where that is why"),
    },
    "A condition that does not hold, and where that is mended",
  ),
);

export const Position = named("Position", {
  description: "Where somebody is",
  ...eitherOf(
    objectOf({ kind: exactly("form"), ...step, errors }),
    objectOf({ kind: exactly("review"), ...step, values: bound, changed: FLAG, errors }),
    objectOf({ kind: exactly("challenge"), ...step, values: bound }),
    objectOf({
      kind: exactly("effect"),
      ...step,
      state: {
        ...oneOf("ask", "due", "running"),
        description: "Its own form is due, it may be run now, or it waits for its next try",
      },
      input: { ...VALUES, description: "Always empty: it is the server's business" },
      errors,
      attempt: WHOLE,
    }),
    objectOf({
      kind: exactly("wait"),
      ...step,
      for: { ...TEXT, description: "The event" },
      sinceSeq: WHOLE,
      until: orNull(INSTANT),
    }),
    objectOf({
      kind: exactly("end"),
      ...step,
      outcome: oneOf("done", "stopped", "provisional"),
      reason: TEXT,
      explanation: listOf(FailedClause),
      mayChange: listOf(
        objectOf({ step: TEXT, field: TEXT }),
        "Answers that decided it and may still be changed, by submitting their step again",
      ),
      final: FLAG,
    }),
    objectOf({
      kind: exactly("needs"),
      ...step,
      facts: listOf(objectOf({ fact: TEXT, args: VALUES })),
    }),
  ),
});

export const Passed = named(
  "Passed",
  objectOf(
    { ...step, to: TEXT, frozen: { ...FLAG, description: "It cannot be changed any more" } },
    "A step that was passed",
  ),
);

export const Receipt = named("Receipt", {
  description: "Evidence of what happened",
  ...eitherOf(
    objectOf({
      ...receipt,
      kind: exactly("effect"),
      attempt: WHOLE,
      inputHash: TEXT,
      outcome: eitherOf(
        objectOf({ kind: exactly("done"), output: VALUES }),
        objectOf({ kind: exactly("failed"), code: TEXT, "field?": TEXT }),
      ),
      trail,
    }),
    objectOf({
      ...receipt,
      kind: exactly("challenge"),
      outcome: oneOf("passed", "exhausted"),
      values: bound,
    }),
    objectOf({
      ...receipt,
      kind: exactly("wait"),
      outcome: eitherOf(
        objectOf({ kind: exactly("event"), data: VALUES }),
        objectOf({ kind: exactly("timeout") }),
      ),
      trail,
    }),
    objectOf({
      ...receipt,
      kind: exactly("contested"),
      by: TEXT,
      revision: WHOLE,
      code: TEXT,
      "field?": TEXT,
      "reason?": TEXT,
    }),
    objectOf({ ...receipt, kind: exactly("end"), outcome: oneOf("done", "stopped"), reason: TEXT }),
  ),
});

export const Instance = named(
  "Instance",
  objectOf(
    {
      id: TEXT,
      flow: TEXT,
      version: TEXT,
      answers: mapOf(objectOf({ value: VALUES, revision: WHOLE }), "By step"),
      receipts: listOf(Receipt),
    },
    "What is stored of somebody's way through a flow",
  ),
);

export const Progress = named(
  "Progress",
  objectOf({
    group: TEXT,
    index: { ...WHOLE, description: "From 1" },
    of: WHOLE,
    screen: { ...WHOLE, description: "Within the group, from 1" },
    screens: { ...WHOLE, description: "Of the group, at most, on the way that is left" },
    minutesLeft: orNull(WHOLE),
  }),
);

export const View = named(
  "View",
  objectOf(
    {
      id: UUID,
      flow: TEXT,
      hash: { ...TEXT, description: "The version that it runs on" },
      module: { ...TEXT, description: "Where the version's module lies" },
      at: Position,
      trail: listOf(Passed),
      instance: Instance,
      facts: mapOf(orNull(VALUES), "Those that the definition names, by name and arguments"),
      flags: mapOf(FLAG),
      derived: VALUES,
      effects: VALUES,
      blocking: listOf(FailedClause, "What keeps them where they are"),
      progress: orNull(Progress),
      links: listOf(TEXT, "Where an end leads: a flow, as flow:kyc, or a page"),
      prefill: {
        ...VALUES,
        description:
          "What forms begin with, by step: answers of the instance that this one repeats, or what is known",
      },
      busy: { ...FLAG, description: "An effect is being done elsewhere: ask again after a moment" },
      now: { ...INSTANT, description: "The time by the server's clock, for what ends soon" },
    },
    "Where somebody is in a flow and what to show: the server's judgement",
  ),
);
