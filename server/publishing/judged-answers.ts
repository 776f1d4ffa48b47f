import { TEXT_USES } from "../differences/index.ts";
import {
  AnyJson,
  FLAG,
  listOf,
  mapOf,
  named,
  objectOf,
  oneOf,
  orNull,
  RATIO,
  Sentence,
  TEXT,
  VALUES,
  WHOLE,
} from "../http/index.ts";

// Answer schemas for the check results of a version, its differences from the previous version, and its
// impact.

const HASH = { ...TEXT, description: "SHA-256, in hex" };
const counts = { stays: WHOLE, goesOn: WHOLE, asked: WHOLE, stuck: WHOLE };

export const PeopleWords = named(
  "PeopleWords",
  objectOf(
    { th: TEXT, en: TEXT, chief: orNull(Sentence) },
    "A class of people; chief is only what the changed clauses look at, where that is not all of it",
  ),
);

export const Affected = named(
  "Affected",
  objectOf(
    {
      from: AnyJson,
      to: AnyJson,
      people: listOf(PeopleWords),
      more: { ...FLAG, description: "There are more classes than are listed" },
      witness: objectOf({
        words: { ...Sentence, description: "What decides about them, beside an ordinary person" },
        "all?": orNull({ ...Sentence, description: "All that is read of them, where that is more" }),
        scope: VALUES,
      }),
    },
    "People for whom an answer, or the step they are led to, changes in one way; and one of them",
  ),
);

const affected = listOf(Affected);
const words = { before: orNull(Sentence), after: orNull(Sentence) };

export const Cause = named(
  "Cause",
  objectOf({ code: TEXT, file: TEXT, pointer: TEXT }, "A finding by what and where it is"),
);

export const Finding = named(
  "Finding",
  objectOf(
    {
      file: TEXT,
      pointer: { ...TEXT, description: "JSON pointer inside the file" },
      code: TEXT,
      severity: oneOf("error", "warning"),
      says: { ...AnyJson, description: "What is wrong, in no language yet" },
      what: Sentence,
      mend: Sentence,
      "witness?": AnyJson,
      "because?": { ...Cause, description: "The finding that causes it; mending that one mends it" },
    },
    "A fault of a definition: where, what, how to mend it",
  ),
);

export const Guard = named(
  "Guard",
  objectOf(
    {
      effects: listOf(
        objectOf({ effect: TEXT, step: TEXT, title: Sentence, as: oneOf("required", "lets-off") }),
        "Effects that it stands before: nobody comes to them against it, or whoever meets it need not confirm",
      ),
      letsMore: { ...oneOf("yes", "no", "undecided"), description: "Whether somebody passes who did not" },
      casesGone: { ...WHOLE, description: "Cases that were taken out" },
      "casesRewritten?": { ...WHOLE, description: "Cases that ask about somebody else in their place" },
      casesTurned: { ...WHOLE, description: "Cases that now expect another answer" },
    },
    "What hangs on a changed rule; evidence from before it was told has none",
  ),
);

export const RuleDifference = named(
  "RuleDifference",
  objectOf({
    rule: TEXT,
    title: Sentence,
    kind: oneOf("added", "removed", "equal", "different", "unknown"),
    why: orNull({ ...Sentence, description: "Why it could not be decided" }),
    texts: listOf(TEXT, "Pointers of what else changed in it"),
    "guard?": Guard,
    affected,
    "moreAffected?": { ...WHOLE, description: "Further ways in which its answer changes" },
    clauses: listOf(
      objectOf({
        clause: TEXT,
        kind: oneOf("added", "removed", "changed"),
        reason: Sentence,
        ...words,
        affected,
      }),
    ),
  }),
);

export const StepDifference = named(
  "StepDifference",
  objectOf({
    step: TEXT,
    title: Sentence,
    kind: oneOf("added", "removed", "changed"),
    parts: listOf(TEXT),
    why: orNull(Sentence),
    affected,
    "answers?": listOf(
      objectOf({ taken: oneOf("no-longer", "newly"), words: Sentence }),
      "Answers that only one of the versions takes, in words; evidence from before they were told has none",
    ),
    "values?": listOf(Sentence, "What stands otherwise in it, before and now; older evidence has none"),
    noLongerTaken: { ...AnyJson, description: "One answer that shows it, where no words tell which" },
    newlyTaken: AnyJson,
  }),
);

export const Differences = named(
  "Differences",
  objectOf(
    {
      kind: oneOf("same", "texts-only", "equal", "different"),
      texts: FLAG,
      "lost?": listOf(
        objectOf({
          kind: TEXT,
          effects: listOf(objectOf({ step: TEXT, effect: TEXT, title: Sentence })),
          says: Sentence,
          "question?": { ...TEXT, description: "Place of the answer that is asked for no longer" },
          "rule?": { ...TEXT, description: "The rule that lets more people through" },
        }),
        "What stood before effects and does no longer; evidence from before it was told has none",
      ),
      "consequences?": listOf(
        objectOf({
          rule: TEXT,
          title: Sentence,
          through: listOf(Sentence),
          affected,
          why: orNull({ ...Sentence, description: "Why it could not be decided" }),
        }),
        "Results that follow from what changed; evidence from before they were told has none",
      ),
      "reach?": objectOf(
        { ways: orNull(objectOf({ before: WHOLE, after: WHOLE })), unasked: listOf(Sentence) },
        "Paths that somebody can go, and further questions that nobody is asked any more; older evidence has none",
      ),
      parts: listOf(TEXT, "Of the flow file, besides its steps"),
      "values?": listOf(Sentence, "What stands otherwise in these parts; older evidence has none"),
      "promises?": listOf(
        objectOf({ kind: oneOf("added", "removed"), step: Sentence, rule: Sentence }),
        "That nobody comes to a step against a rule; evidence from before they were told has none",
      ),
      rules: listOf(RuleDifference),
      steps: listOf(StepDifference),
      "reordered?": listOf(
        objectOf({ first: Sentence, second: Sentence }),
        "Steps that follow upon each other the other way round; evidence from before it was told has none",
      ),
      changedTexts: listOf(
        objectOf({
          key: TEXT,
          ...words,
          "spot?": objectOf(
            { of: listOf(Sentence), use: oneOf(...TEXT_USES) },
            "Where it is read: titles of step, question or rule, and what it is for; older evidence has none",
          ),
        }),
      ),
      moreTexts: { ...WHOLE, description: "How many there are beside those that are listed" },
      titles: mapOf(Sentence, "Of the steps that people are led to"),
    },
    "How a version differs in meaning from the one before it",
  ),
);

const part = named(
  "IntroducedPart",
  objectOf({ id: TEXT, title: Sentence, says: listOf(Sentence) }, "A step or a rule, told from nothing"),
);

export const Introduced = named(
  "Introduced",
  objectOf(
    { title: Sentence, says: listOf(Sentence), steps: listOf(part), rules: listOf(part) },
    "What a flow that nobody had does, and to whom",
  ),
);

export const CaseCounts = named(
  "CaseCounts",
  objectOf({ shown: WHOLE, missing: WHOLE, infeasible: WHOLE, unknown: WHOLE }),
);

export const Judged = named(
  "Judged",
  objectOf(
    {
      files: mapOf(HASH),
      hash: TEXT,
      module: HASH,
      compiler: TEXT,
      engine: TEXT,
      findings: listOf(Finding, "Warnings; an error never comes this far"),
      invariants: listOf(objectOf({ before: TEXT, rule: TEXT }), "Proved for everybody"),
      assumptions: listOf(
        objectOf({ rule: TEXT, about: TEXT, title: Sentence, source: TEXT, says: listOf(Sentence) }),
        "What the proofs stood on",
      ),
      differences: orNull(Differences),
      "introduced?": orNull({ ...Introduced, description: "Of a flow that is new; older evidence has none" }),
      coverage: listOf(
        objectOf({
          rule: TEXT,
          share: RATIO,
          conditions: CaseCounts,
          thresholds: CaseCounts,
          missing: listOf(objectOf({ why: TEXT, given: VALUES, expect: AnyJson })),
        }),
      ),
      oracle: listOf(
        objectOf({
          rule: TEXT,
          rows: WHOLE,
          compared: WHOLE,
          all: FLAG,
          skipped: orNull(oneOf("amounts", "nothing-known")),
          differs: orNull(objectOf({ scope: VALUES, ours: AnyJson, theirs: AnyJson })),
        }),
      ),
    },
    "What the gate found about a version",
  ),
);

export const OpenWork = named(
  "OpenWork",
  objectOf(
    {
      open: WHOLE,
      walked: WHOLE,
      all: { ...FLAG, description: "None was left out" },
      totals: objectOf(counts),
      steps: listOf(
        objectOf({
          ...counts,
          step: TEXT,
          title: Sentence,
          asks: listOf(
            objectOf({
              step: TEXT,
              "title?": Sentence,
              instances: WHOLE,
              fields: mapOf(WHOLE),
              "names?": { ...mapOf(Sentence), description: "What the fields are called to people" },
            }),
            "Evidence from before steps and fields were named has their ids alone",
          ),
        }),
      ),
    },
    "What becomes of open instances, by the step where they are",
  ),
);
