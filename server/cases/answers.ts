import { LANGUAGES } from "../../engine/values/languages.ts";
import {
  AnyJson,
  DAY,
  FLAG,
  INSTANT,
  listOf,
  named,
  objectOf,
  oneOf,
  orNull,
  Sentence,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";

// Schemas of the answers that the case routes send.

export const DESKS = ["support", "compliance", "finance", "operations"] as const;
export const OUTCOMES = ["granted", "refused", "answered", "done"] as const;
export const STATES = ["open", "asked", "proposed", "answered", "closed"] as const;

const state = oneOf(...STATES);
const outcome = orNull(oneOf(...OUTCOMES));
const promise = oneOf("acknowledge", "answer", "call");

/** One row of the inbox. */
const CaseLine = named(
  "CaseLine",
  objectOf({
    id: UUID,
    reference: TEXT,
    topic: TEXT,
    topicSays: Sentence,
    desk: oneOf(...DESKS),
    state,
    openedAt: INSTANT,
    promisedOn: { ...DAY, description: "The next day that was promised" },
    promise: { ...promise, description: "What was promised until then" },
    overdue: { ...FLAG, description: "That day is over" },
    from: { ...TEXT, description: "The address of whose it is; empty once they were erased" },
    hasAccount: FLAG,
    owner: orNull(objectOf({ id: UUID, email: TEXT })),
    outcome,
  }),
);

export const CaseDesk = named(
  "CaseDesk",
  objectOf({
    cases: listOf(CaseLine),
    total: { ...WHOLE, description: "How many were found, those of other pages included" },
    next: { ...orNull(TEXT), description: "`after` of the next page; nothing: this is the last" },
    topics: listOf(objectOf({ topic: TEXT, says: Sentence })),
    colleagues: listOf(objectOf({ id: UUID, email: TEXT, desk: oneOf(...DESKS) })),
  }),
);

const entry = objectOf({
  seq: WHOLE,
  at: INSTANT,
  kind: oneOf(
    "opened",
    "taken",
    "acknowledged",
    "handed-on",
    "noted",
    "asked",
    "replied",
    "taken-up",
    "proposed",
    "sent-back",
    "answered",
    "reopened",
    "objected",
    "closed",
  ),
  by: { ...orNull(TEXT), description: "A colleague; nobody: whose case it is, or the portal" },
  text: orNull(TEXT),
  files: listOf(UUID),
  to: {
    ...orNull(objectOf({ desk: oneOf(...DESKS), colleague: orNull(TEXT) })),
    description: "Where it was handed on to",
  },
});

/** A prepared answer, with the data of its case filled in. */
export const PreparedAnswer = objectOf({
  use: oneOf("ask", ...OUTCOMES),
  title: { ...Sentence, description: "Its name for the colleague who chooses it" },
  text: Sentence,
});

const GIVEN = listOf(objectOf({ name: TEXT, place: TEXT, value: AnyJson, files: listOf(UUID) }));
const MODULE = { ...orNull(TEXT), description: "Brings the words by which the values are read" };

export const Case = named(
  "Case",
  objectOf({
    id: UUID,
    reference: TEXT,
    topic: TEXT,
    topicSays: Sentence,
    desk: oneOf(...DESKS),
    state,
    deciders: WHOLE,
    outcomes: { ...listOf(oneOf(...OUTCOMES)), description: "How it can be answered" },
    follows: orNull(TEXT),
    language: oneOf(...LANGUAGES),
    openedAt: INSTANT,
    dueOn: DAY,
    acknowledgeBy: { ...orNull(DAY), description: "Until when they are told that it was read" },
    acknowledged: orNull(objectOf({ at: INSTANT, by: TEXT })),
    overdue: FLAG,
    from: TEXT,
    fromName: orNull(TEXT),
    person: { ...orNull(UUID), description: "Whose account it is, or is about; nobody: a visitor" },
    about: {
      ...orNull(
        objectOf({
          same: objectOf({ name: orNull(FLAG), nationalId: orNull(FLAG), phone: orNull(FLAG) }),
          locked: FLAG,
          objectedAt: orNull(INSTANT),
        }),
      ),
      description:
        "What a visitor sent beside what that account has, null where it has nothing; whether it is locked, and when its owner objected",
    },
    desks: { ...listOf(oneOf(...DESKS)), description: "That may have it" },
    owner: orNull(objectOf({ id: UUID, email: TEXT })),
    outcome,
    proposedBy: orNull(TEXT),
    given: GIVEN,
    module: MODULE,
    before: {
      ...orNull(objectOf({ case: orNull(UUID), at: INSTANT, module: MODULE, given: GIVEN })),
      description: "What the person sent before, which this case repeats",
    },
    checklist: listOf(
      objectOf({
        item: WHOLE,
        says: Sentence,
        done: orNull(objectOf({ at: INSTANT, by: TEXT })),
        lacking: {
          ...orNull(objectOf({ at: INSTANT, by: TEXT, text: TEXT })),
          description: "Why it is not ticked off",
        },
      }),
    ),
    entries: listOf(entry),
    prepared: { ...listOf(PreparedAnswer), description: "For the steps that one may do now" },
    may: objectOf({
      take: FLAG,
      acknowledge: FLAG,
      handOn: FLAG,
      note: FLAG,
      ask: FLAG,
      takeUp: FLAG,
      tick: FLAG,
      answer: FLAG,
      decide: FLAG,
      close: FLAG,
    }),
  }),
);

export const CaseStep = named("CaseStep", objectOf({ state }));

const OwnCase = named(
  "OwnCase",
  objectOf({
    id: UUID,
    reference: TEXT,
    topicSays: Sentence,
    byOthers: { ...FLAG, description: "Somebody asked for this account without logging in" },
    objectedAt: { ...orNull(INSTANT), description: "When its owner objected" },
    state: oneOf("open", "asked", "answered", "closed"),
    openedAt: INSTANT,
    dueOn: DAY,
    outcome,
    given: listOf(
      objectOf({ label: Sentence, value: Sentence }),
      "What was sent; long numbers show their end",
    ),
    entries: listOf(
      objectOf({
        at: INSTANT,
        kind: oneOf(
          "opened",
          "acknowledged",
          "asked",
          "replied",
          "answered",
          "reopened",
          "objected",
          "closed",
        ),
        text: orNull(TEXT),
        files: listOf(objectOf({ id: UUID, name: TEXT })),
      }),
    ),
  }),
);

export const OwnCases = named("OwnCases", objectOf({ cases: listOf(OwnCase) }));

export const CasesWaiting = named(
  "CasesWaiting",
  objectOf({ waiting: { ...WHOLE, description: "How many of one's own cases wait for one's answer" } }),
);

export const CaseQuestion = named(
  "CaseQuestion",
  objectOf(
    { reference: TEXT, topicSays: Sentence, dueOn: DAY, question: TEXT },
    "What a visitor is asked about their case",
  ),
);
