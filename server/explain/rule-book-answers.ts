import type { ConditionText } from "../../engine/verify/words/index.ts";
import {
  DAY,
  eitherOf,
  exactly,
  FLAG,
  INSTANT,
  listOf,
  named,
  objectOf,
  oneOf,
  orNull,
  RATIO,
  recursive,
  Sentence,
  TEXT,
  type TypeOf,
  UUID,
  WHOLE,
} from "../http/index.ts";
import { VersionSource, VersionState } from "../publishing/index.ts";

// Answer schemas of the calls about the rule book.

const shown = oneOf("shown", "missing", "infeasible", "unknown");
const kind = { kind: oneOf("must", "value", "assumption") };
const share = { ...RATIO, description: "Of what its cases should show, 0 to 1" };
const head = { ...kind, title: Sentence, source: Sentence, owner: TEXT, from: DAY };

export const Condition = recursive<ConditionText>("ConditionText", (self) =>
  objectOf(
    { says: Sentence, parts: listOf(self) },
    "A condition in words: a sentence, or the head of an indented list",
  ),
);

export const MendWords = named("MendWords", {
  description: "The place that mends a clause",
  ...eitherOf(
    objectOf({ kind: exactly("answer"), question: Sentence, screen: orNull(Sentence) }),
    objectOf({ kind: exactly("flow"), flow: TEXT, title: Sentence }),
    objectOf({ kind: exactly("page"), page: TEXT }),
    objectOf({ kind: exactly("none") }),
  ),
});

export const CaseWords = named(
  "CaseWords",
  objectOf(
    {
      why: TEXT,
      likeFirst: { ...FLAG, description: "It is like the first case but for what is named here" },
      given: listOf(Sentence),
      open: listOf(Sentence, "What the rule reads and the case leaves open"),
      answer: oneOf("met", "notMet", "unknown", "value"),
      value: orNull(Sentence),
    },
    "A case of a rule in words",
  ),
);

export const CoverageWords = named(
  "CoverageWords",
  objectOf(
    {
      share,
      conditions: listOf(objectOf({ says: Sentence, whenMet: shown, whenNotMet: shown })),
      thresholds: listOf(objectOf({ says: Sentence, under: shown, at: shown, over: shown })),
      missing: WHOLE,
    },
    "What the cases of a rule show",
  ),
);

export const RuleUse = named(
  "RuleUse",
  objectOf(
    {
      kind: oneOf("before", "check", "leads", "gives", "lists", "spares", "offers", "within", "assumed"),
      name: orNull(Sentence),
    },
    "Where a flow uses a rule, by the name that investors read",
  ),
);

const page = {
  id: { ...TEXT, description: "The rule's; with the flow behind it where that has another wording of it" },
  rule: TEXT,
  ...head,
  onMissing: oneOf("refuse", "allow", "ask"),
  needs: listOf(Sentence, "What it needs to know"),
  clauses: listOf(
    objectOf({ id: TEXT, says: Condition, reason: Sentence, mend: MendWords }),
    "All of them must hold",
  ),
  table: listOf(
    objectOf({ when: orNull(Condition), value: Sentence }),
    "Rows of a rule that chooses a value: the first whose condition holds counts",
  ),
  says: orNull(Condition),
  cases: listOf(CaseWords),
  coverage: CoverageWords,
  otherWordings: listOf(objectOf({ id: TEXT, flows: listOf(Sentence) })),
  uses: listOf(objectOf({ flow: TEXT, title: Sentence, at: listOf(RuleUse) })),
};

const unread = listOf(TEXT, "Flows whose rules cannot be told");

export const RuleEntry = named(
  "RuleEntry",
  objectOf(
    {
      id: TEXT,
      ...head,
      uses: listOf(objectOf({ flow: TEXT, title: Sentence })),
      conditions: WHOLE,
      cases: WHOLE,
      share,
      words: { ...Sentence, description: "Everything it says, to search in" },
      waiting: { ...WHOLE, description: "Versions that wait for approval and touch it" },
    },
    "A rule in the list of the rule book",
  ),
);

export const RuleList = named("RuleList", objectOf({ rules: listOf(RuleEntry), unread }));

export const RuleAnswer = named("RuleAnswer", {
  description: "An answer of a rule before or after a change",
  ...eitherOf(
    objectOf({ kind: oneOf("met", "notMet", "none") }),
    objectOf({ kind: exactly("unknown"), so: oneOf("refuse", "allow", "ask") }),
    objectOf({ kind: exactly("value"), value: Sentence }),
  ),
});

export const RuleChange = named(
  "RuleChange",
  objectOf(
    {
      kind: oneOf("first", "unjudged", "added", "removed", "equal", "different", "unknown"),
      clauses: listOf(
        objectOf({
          kind: oneOf("added", "removed", "changed"),
          reason: Sentence,
          before: orNull(Sentence),
          after: orNull(Sentence),
        }),
      ),
      affected: listOf(
        objectOf({
          from: RuleAnswer,
          to: RuleAnswer,
          people: listOf(Sentence),
          more: { ...FLAG, description: "There are more classes of people than are listed" },
          witness: Sentence,
        }),
      ),
    },
    "What a version did to a rule's meaning; unjudged where files changed without a gate",
  ),
);
export type RuleChange = TypeOf<typeof RuleChange>;
export type RuleAnswer = TypeOf<typeof RuleAnswer>;

export const RuleVersion = named(
  "RuleVersion",
  objectOf(
    {
      id: UUID,
      flow: TEXT,
      number: orNull(WHOLE),
      state: VersionState,
      source: VersionSource,
      current: FLAG,
      note: orNull(TEXT),
      decisionNote: orNull(TEXT),
      proposedBy: orNull(TEXT),
      proposedAt: INSTANT,
      decidedBy: orNull(TEXT),
      decidedAt: orNull(INSTANT),
      publishedAt: orNull(INSTANT),
      change: RuleChange,
    },
    "A version of a flow that made, changed or would change a rule, and who stands behind it",
  ),
);
export type RuleVersion = TypeOf<typeof RuleVersion>;

export const WholeRule = named(
  "WholeRule",
  objectOf({ ...page, versions: listOf(RuleVersion) }, "A rule with its versions and who approved them"),
);

export const RuleBook = named("RuleBook", objectOf({ rules: listOf(WholeRule), unread }));
