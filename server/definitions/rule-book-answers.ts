import {
  answer,
  DAY,
  eitherOf,
  FLAG,
  INSTANT,
  listOf,
  objectOf,
  oneOf,
  orNull,
  RATIO,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";

const sentence = answer("Sentence");
const shown = oneOf("shown", "missing", "infeasible", "unknown");
const kind = { kind: oneOf("must", "value", "assumption") };
const share = { ...RATIO, description: "Of what its cases should show, 0 to 1" };

const head = { ...kind, title: sentence, source: sentence, owner: TEXT, from: DAY };

const page = {
  id: { ...TEXT, description: "The rule's; with the flow behind it where that has another wording of it" },
  rule: TEXT,
  ...head,
  onMissing: oneOf("refuse", "allow", "ask"),
  needs: listOf(sentence, "What it needs to know"),
  clauses: listOf(
    objectOf({ id: TEXT, says: answer("Passage"), reason: sentence, mend: answer("MendWords") }),
    "All of them must hold",
  ),
  table: listOf(
    objectOf({ when: orNull(answer("Passage")), value: sentence }),
    "Rows of a rule that chooses a value: the first whose condition holds counts",
  ),
  says: orNull(answer("Passage")),
  cases: listOf(answer("CaseWords")),
  coverage: answer("CoverageWords"),
  otherWordings: listOf(objectOf({ id: TEXT, flows: listOf(sentence) })),
  uses: listOf(objectOf({ flow: TEXT, title: sentence, at: listOf(answer("RuleUse")) })),
};

const unread = listOf(TEXT, "Flows whose rules cannot be told");

/** What calls about the rule book answer. `tests/server/definitions` holds real answers and the engine's types against it. */
export const RULE_BOOK_ANSWERS = {
  Passage: objectOf(
    { says: sentence, parts: listOf(answer("Passage")) },
    "A condition in words: a sentence, or the head of an indented list",
  ),
  MendWords: {
    description: "The place that mends a clause",
    ...eitherOf(
      objectOf({ kind: { const: "answer" }, question: sentence, screen: orNull(sentence) }),
      objectOf({ kind: { const: "flow" }, flow: TEXT, title: sentence }),
      objectOf({ kind: { const: "page" }, page: TEXT }),
      objectOf({ kind: { const: "none" } }),
    ),
  },
  RuleUse: objectOf(
    {
      kind: oneOf("before", "check", "leads", "gives", "lists", "spares", "within", "assumed"),
      name: orNull(sentence),
    },
    "Where a flow uses a rule, by the name that investors read",
  ),
  CaseWords: objectOf(
    {
      why: TEXT,
      likeFirst: { ...FLAG, description: "It is like the first case but for what is named here" },
      given: listOf(sentence),
      open: listOf(sentence, "What the rule reads and the case leaves open"),
      answer: oneOf("met", "notMet", "unknown", "value"),
      value: orNull(sentence),
    },
    "A case of a rule in words",
  ),
  CoverageWords: objectOf(
    {
      share,
      conditions: listOf(objectOf({ says: sentence, whenMet: shown, whenNotMet: shown })),
      thresholds: listOf(objectOf({ says: sentence, under: shown, at: shown, over: shown })),
      missing: WHOLE,
    },
    "What the cases of a rule show",
  ),
  RuleEntry: objectOf(
    {
      id: TEXT,
      ...head,
      uses: listOf(objectOf({ flow: TEXT, title: sentence })),
      conditions: WHOLE,
      cases: WHOLE,
      share,
      words: { ...sentence, description: "Everything it says, to search in" },
      waiting: { ...WHOLE, description: "Versions that wait for approval and touch it" },
    },
    "A rule in the list of the rule book",
  ),
  RuleList: objectOf({ rules: listOf(answer("RuleEntry")), unread }),
  RuleAnswer: {
    description: "An answer of a rule before or after a change",
    ...eitherOf(
      objectOf({ kind: oneOf("met", "notMet", "none") }),
      objectOf({ kind: { const: "unknown" }, so: oneOf("refuse", "allow", "ask") }),
      objectOf({ kind: { const: "value" }, value: sentence }),
    ),
  },
  RuleChange: objectOf(
    {
      kind: oneOf("first", "unjudged", "added", "removed", "equal", "different", "unknown"),
      clauses: listOf(
        objectOf({
          kind: oneOf("added", "removed", "changed"),
          reason: sentence,
          before: orNull(sentence),
          after: orNull(sentence),
        }),
      ),
      affected: listOf(
        objectOf({
          from: answer("RuleAnswer"),
          to: answer("RuleAnswer"),
          people: listOf(sentence),
          more: { ...FLAG, description: "There are more classes of people than are listed" },
          witness: sentence,
        }),
      ),
    },
    "What a version did to a rule's meaning; unjudged where files changed without a gate",
  ),
  RuleVersion: objectOf(
    {
      id: UUID,
      flow: TEXT,
      number: orNull(WHOLE),
      state: answer("VersionState"),
      source: answer("VersionSource"),
      current: FLAG,
      note: orNull(TEXT),
      decisionNote: orNull(TEXT),
      proposedBy: orNull(TEXT),
      proposedAt: INSTANT,
      decidedBy: orNull(TEXT),
      decidedAt: orNull(INSTANT),
      publishedAt: orNull(INSTANT),
      change: answer("RuleChange"),
    },
    "A version of a flow that made, changed or would change a rule, and who stands behind it",
  ),
  RulePage: objectOf(page, "What a rule says, in one version of it"),
  WholeRule: objectOf(
    { ...page, versions: listOf(answer("RuleVersion")) },
    "A rule with its versions and who approved them",
  ),
  RuleBook: objectOf({ rules: listOf(answer("WholeRule")), unread }),
};
