import { answer, FLAG, listOf, mapOf, objectOf, oneOf, orNull, RATIO, TEXT, WHOLE } from "../http/index.ts";

const sentence = answer("Sentence");
const json = answer("Json");
const HASH = { type: "string", description: "SHA-256, in hex" } as const;
const counts = { stays: WHOLE, goesOn: WHOLE, asked: WHOLE, stuck: WHOLE };
const affected = listOf(answer("Affected"));
const words = { before: orNull(sentence), after: orNull(sentence) };

/** What the gate says about a version, how it differs from the one before it, and whom it touches. */
export const JUDGED_ANSWERS = {
  Cause: objectOf({ code: TEXT, file: TEXT, pointer: TEXT }, "A finding by what and where it is"),
  Finding: objectOf(
    {
      file: TEXT,
      pointer: { ...TEXT, description: "JSON pointer inside the file" },
      code: TEXT,
      severity: oneOf("error", "warning"),
      says: { ...json, description: "What is wrong, in no language yet" },
      what: sentence,
      mend: sentence,
      "witness?": json,
      "because?": {
        ...answer("Cause"),
        description: "The finding that causes it; mending that one mends it",
      },
    },
    "A fault of a definition: where, what, how to mend it",
  ),
  PeopleWords: objectOf(
    { th: TEXT, en: TEXT, chief: orNull(sentence) },
    "A class of people; chief is only what the changed clauses look at, where that is not all of it",
  ),
  Affected: objectOf(
    {
      from: json,
      to: json,
      people: listOf(answer("PeopleWords")),
      more: { ...FLAG, description: "There are more classes than are listed" },
      witness: objectOf({
        words: { ...sentence, description: "What decides about them, beside an ordinary person" },
        "all?": orNull({ ...sentence, description: "All that is read of them, where that is more" }),
        scope: mapOf(json),
      }),
    },
    "People for whom an answer, or the step they are led to, changes in one way; and one of them",
  ),
  Guard: objectOf(
    {
      effects: listOf(
        objectOf({ effect: TEXT, step: TEXT, title: sentence, as: oneOf("required", "lets-off") }),
        "Effects that it stands before: nobody comes to them against it, or whoever meets it need not confirm",
      ),
      letsMore: { ...oneOf("yes", "no", "undecided"), description: "Whether somebody passes who did not" },
      casesGone: { ...WHOLE, description: "Cases that were taken out" },
      "casesRewritten?": { ...WHOLE, description: "Cases that ask about somebody else in their place" },
      casesTurned: { ...WHOLE, description: "Cases that now expect another answer" },
    },
    "What hangs on a changed rule; evidence from before it was told has none",
  ),
  RuleDifference: objectOf({
    rule: TEXT,
    title: sentence,
    kind: oneOf("added", "removed", "equal", "different", "unknown"),
    why: orNull({ ...sentence, description: "Why it could not be decided" }),
    texts: listOf(TEXT, "Pointers of what else changed in it"),
    "guard?": answer("Guard"),
    affected,
    "moreAffected?": { ...WHOLE, description: "Further ways in which its answer changes" },
    clauses: listOf(
      objectOf({
        clause: TEXT,
        kind: oneOf("added", "removed", "changed"),
        reason: sentence,
        ...words,
        affected,
      }),
    ),
  }),
  StepDifference: objectOf({
    step: TEXT,
    title: sentence,
    kind: oneOf("added", "removed", "changed"),
    parts: listOf(TEXT),
    why: orNull(sentence),
    affected,
    "answers?": listOf(
      objectOf({ taken: oneOf("no-longer", "newly"), words: sentence }),
      "Answers that only one of the versions takes, in words; evidence from before they were told has none",
    ),
    "values?": listOf(sentence, "What stands otherwise in it, before and now; older evidence has none"),
    noLongerTaken: { ...json, description: "One answer that shows it, where no words tell which" },
    newlyTaken: json,
  }),
  Differences: objectOf(
    {
      kind: oneOf("same", "texts-only", "equal", "different"),
      texts: FLAG,
      "lost?": listOf(
        objectOf({
          kind: TEXT,
          effects: listOf(objectOf({ step: TEXT, effect: TEXT, title: sentence })),
          says: sentence,
          "question?": { ...TEXT, description: "Place of the answer that is asked for no longer" },
        }),
        "What stood before effects and does no longer; evidence from before it was told has none",
      ),
      "consequences?": listOf(
        objectOf({
          rule: TEXT,
          title: sentence,
          through: listOf(sentence),
          affected,
          why: orNull({ ...sentence, description: "Why it could not be decided" }),
        }),
        "Results that follow from what changed; evidence from before they were told has none",
      ),
      "reach?": objectOf(
        { ways: orNull(objectOf({ before: WHOLE, after: WHOLE })), unasked: listOf(sentence) },
        "Paths that somebody can go, and further questions that nobody is asked any more; older evidence has none",
      ),
      parts: listOf(TEXT, "Of the flow file, besides its steps"),
      "values?": listOf(sentence, "What stands otherwise in these parts; older evidence has none"),
      "promises?": listOf(
        objectOf({ kind: oneOf("added", "removed"), step: sentence, rule: sentence }),
        "That nobody comes to a step against a rule; evidence from before they were told has none",
      ),
      rules: listOf(answer("RuleDifference")),
      steps: listOf(answer("StepDifference")),
      changedTexts: listOf(objectOf({ key: TEXT, ...words })),
      moreTexts: { ...WHOLE, description: "How many there are beside those that are listed" },
      titles: mapOf(sentence, "Of the steps that people are led to"),
    },
    "How a version differs in meaning from the one before it",
  ),
  CaseCounts: objectOf({ shown: WHOLE, missing: WHOLE, infeasible: WHOLE, unknown: WHOLE }),
  Judged: objectOf(
    {
      files: mapOf(HASH),
      hash: TEXT,
      module: HASH,
      compiler: TEXT,
      engine: TEXT,
      findings: listOf(answer("Finding"), "Warnings; an error never comes this far"),
      invariants: listOf(objectOf({ before: TEXT, rule: TEXT }), "Proved for everybody"),
      assumptions: listOf(
        objectOf({ rule: TEXT, about: TEXT, title: sentence, source: TEXT, says: listOf(sentence) }),
        "What the proofs stood on",
      ),
      differences: orNull(answer("Differences")),
      coverage: listOf(
        objectOf({
          rule: TEXT,
          share: RATIO,
          conditions: answer("CaseCounts"),
          thresholds: answer("CaseCounts"),
          missing: listOf(objectOf({ why: TEXT, given: mapOf(json), expect: json })),
        }),
      ),
      oracle: listOf(
        objectOf({
          rule: TEXT,
          rows: WHOLE,
          compared: WHOLE,
          all: FLAG,
          skipped: orNull(oneOf("amounts", "nothing-known")),
          differs: orNull(objectOf({ scope: mapOf(json), ours: json, theirs: json })),
        }),
      ),
    },
    "What the gate found about a version",
  ),
  OpenWork: objectOf(
    {
      open: WHOLE,
      walked: WHOLE,
      all: { ...FLAG, description: "None was left out" },
      totals: objectOf(counts),
      steps: listOf(
        objectOf({
          ...counts,
          step: TEXT,
          title: sentence,
          asks: listOf(
            objectOf({
              step: TEXT,
              "title?": sentence,
              instances: WHOLE,
              fields: mapOf(WHOLE),
              "names?": { ...mapOf(sentence), description: "What the fields are called to people" },
            }),
            "Evidence from before steps and fields were named has their ids alone",
          ),
        }),
      ),
    },
    "What becomes of open instances, by the step where they are",
  ),
};
