import type { Definition } from "../../engine/flow/definition.ts";
import { readsOf } from "../../engine/rules/reads-of.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json } from "../../engine/values/json.ts";
import { DEFAULT_LANGUAGE, inLanguages } from "../../engine/values/languages.ts";
import {
  type ChangedClass,
  type ClauseChange,
  compareFlows,
  compareReach,
  type FlowComparison,
  type Reach,
  type StepChange,
  withSameNames,
  wordsOfAnswers,
} from "../../engine/verify/compare/index.ts";
import type { Cube } from "../../engine/verify/model/index.ts";
import type { Ordinary } from "../../engine/verify/witness/index.ts";
import {
  type Naming,
  namingOf,
  type Words,
  widestOf,
  wordsOf,
  wordsOfCube,
} from "../../engine/verify/words/index.ts";
import { titleOfRule, titleOfStep, wordsAt } from "../sources/index.ts";
import { type Affected, type Group, oneOf } from "./affected.ts";
import { type ChangedPromise, changedPromises } from "./changed-promises.ts";
import { type ChangedText, changedTexts } from "./changed-texts.ts";
import type { Wording } from "./class-lines.ts";
import { type ClauseSentences, clauseSentences } from "./clause-sentences.ts";
import { type Consequence, consequencesOf } from "./consequences.ts";
import { type Guard, guardOf } from "./guards.ts";
import { newStep } from "./introduced.ts";
import { type LostProtection, lostProtections, questionsLeft } from "./lost-protection.ts";
import { type Reordered, reordered } from "./reordered.ts";
import { partOf, stepValues } from "./step-lines.ts";
import { valueLines } from "./value-lines.ts";

/**
 * A changed rule. The kind `equal` means that its text or logic changed, but its answer is the same for all
 * people. `texts` locates the other changes by JSON pointers.
 */
export type RuleDifference = {
  readonly rule: string;
  readonly title: Words;
  readonly kind: "added" | "removed" | "equal" | "different" | "unknown";
  readonly why: Words | null;
  readonly texts: readonly string[];
  readonly guard: Guard;
  readonly affected: readonly Affected[];
  /**
   * Number of changes of the rule's answer beyond the listed ones. A rule that computes a sum can have as
   * many changes as there are values.
   */
  readonly moreAffected: number;
  readonly clauses: readonly {
    readonly clause: string;
    readonly kind: "added" | "removed" | "changed";
    /** The message that a refused person sees. */
    readonly reason: Words;
    /** The clause as a sentence made from its logic; `null` if a version lacks it. */
    readonly before: Words | null;
    readonly after: Words | null;
    readonly affected: readonly Affected[];
  }[];
};

/** A changed step. `affected` lists the people whom it now leads to another step. */
export type StepDifference = {
  readonly step: string;
  readonly title: Words;
  readonly kind: "added" | "removed" | "changed";
  readonly parts: readonly string[];
  readonly why: Words | null;
  readonly affected: readonly Affected[];
  /** Answers to the questions of the step that only one of the versions accepts, described in words. */
  readonly answers: readonly { readonly taken: "no-longer" | "newly"; readonly words: Words }[];
  /** Changed values in parts of the step, each with its older and newer value, and changed questions. */
  readonly values: readonly Words[];
  /**
   * An example of answers that only one of the versions accepts. It is null if `answers` describes all such
   * answers.
   */
  readonly noLongerTaken: Json;
  readonly newlyTaken: Json;
};

/** Everything that a version changes in meaning, compared with the previous version. */
export type Differences = {
  readonly kind: FlowComparison["kind"];
  /** Number of paths through each version, and the questions that are no longer asked of anyone. */
  readonly reach: Pick<Reach, "ways"> & { readonly unasked: readonly Words[] };
  readonly texts: boolean;
  /** Lost protections of effects. The page shows them first. */
  readonly lost: readonly LostProtection[];
  /** Results that change because they read a changed part. The page shows them before the list of changes. */
  readonly consequences: readonly Consequence[];
  readonly parts: readonly string[];
  /** Changed values in all other parts of the flow file, each with its older and newer value. */
  readonly values: readonly Words[];
  readonly promises: readonly ChangedPromise[];
  readonly rules: readonly RuleDifference[];
  readonly steps: readonly StepDifference[];
  /** Pairs of steps that now come in reversed sequence. */
  readonly reordered: readonly Reordered[];
  /** Changed texts, up to a maximum number. `moreTexts` is the number of the others. */
  readonly changedTexts: readonly ChangedText[];
  readonly moreTexts: number;
  /** Titles of the steps to which changed steps lead people. */
  readonly titles: { readonly [step: string]: Words };
};

/** Maximum number of groups of people that are described in words, per change. */
const MOST_CLASSES = 12;
/**
 * Maximum number of groups whose descriptions are compared. The limit keeps this fast, because every group is
 * compared with every other.
 */
const MOST_WORDED = 40;

/**
 * The data for describing people: an ordinary person, from whom example persons differ as little as possible,
 * and the names of data paths.
 */
type Telltale = { readonly ordinary?: Ordinary | null; readonly naming?: Naming };

/** Compares two versions of a flow, and describes in both languages what changes for whom. */
export function differencesOf(
  older: Definition,
  after: Definition,
  { ordinary = null, naming = namingOf(after, older) }: Telltale = {},
): Differences {
  const comparison = compareFlows(older, after, ordinary);
  const { before } = withSameNames(older, after);
  const versions = { before, after };
  const said: Said = { before: clauseSentences(before), after: clauseSentences(after), naming };
  const rules = Object.entries(comparison.rules)
    .filter(([, { kind }]) => kind !== "same")
    .map(([id, one]) => ruleDifference({ before, after, rule: id }, one, said));
  const steps = comparison.steps.map((change) => stepDifference(versions, change, naming));
  const { kind, texts, parts } = comparison;
  const { changed, more } = changedTexts(before, after);
  const promises = changedPromises(before, after);
  const values = inBoth(versions, naming, (wording) =>
    parts.flatMap((part) =>
      valueLines(part, { before: partOf(before, part), after: partOf(after, part) }, wording),
    ),
  );
  const { ways, unasked } = compareReach(before, after);
  const lost = lostProtections(versions, comparison, naming);
  return {
    kind,
    reach: {
      ways,
      unasked: questionsLeft(unasked, lost).map((path) => ({
        th: naming.place(path, "th"),
        en: naming.place(path, "en"),
      })),
    },
    texts,
    lost,
    consequences: consequencesOf(before, after, comparison, { naming, ordinary }),
    parts,
    values,
    promises,
    rules,
    steps,
    reordered: reordered(versions),
    changedTexts: changed,
    moreTexts: more,
    titles: titlesLedTo(versions, steps),
  };
}

/** Two versions of a flow. Names in the older version were replaced by those of the newer one. */
type Both = { readonly before: Definition; readonly after: Definition };

/** Returns the lines that `lines` makes, each one in both languages. */
function inBoth(
  { before, after }: Both,
  naming: Naming,
  lines: (wording: Wording) => readonly string[],
): readonly Words[] {
  const all = inLanguages((language) => lines({ naming, language, definitions: [after, before] }));
  return all[DEFAULT_LANGUAGE].map((line, index) => inLanguages((language) => all[language][index] ?? line));
}

function stepDifference(versions: Both, change: StepChange, naming: Naming): StepDifference {
  const { before, after } = versions;
  const linesOf = (wording: Wording) => {
    const { values, questions } = stepValues(versions, change, wording);
    return [...values, ...questions];
  };
  return {
    step: change.step,
    title: titleOfStep([after, before], change.step),
    kind: change.kind,
    parts: change.parts,
    why: change.unknown && wordsOf(change.unknown),
    affected: change.leads.map((changed) => affectedBy(changed, naming)),
    answers: change.answers.map((answers) => ({
      taken: answers.taken,
      words: wordsOfAnswers(answers, naming),
    })),
    values:
      change.kind === "changed"
        ? inBoth(versions, naming, linesOf)
        : change.kind === "added"
          ? newStep(after, change.step, naming)
          : [],
    ...samplesOf(change),
  };
}

/** Returns the titles of the steps to which people are led. */
function titlesLedTo({ before, after }: Both, steps: readonly StepDifference[]): Differences["titles"] {
  const led = steps.flatMap(({ affected }) => affected.flatMap(({ from, to }) => [from, to]));
  const known = (step: Json): step is string =>
    typeof step === "string" &&
    (Object.hasOwn(before.flow.steps, step) || Object.hasOwn(after.flow.steps, step));
  return Object.fromEntries(led.filter(known).map((step) => [step, titleOfStep([after, before], step)]));
}

/**
 * Returns examples of answers that only the old or only the new version accepts. Returns none if `answers`
 * describes all such answers.
 */
function samplesOf({
  answers,
  noLongerTaken = null,
  newlyTaken = null,
}: StepChange): Pick<StepDifference, "noLongerTaken" | "newlyTaken"> {
  return answers.length > 0 ? { noLongerTaken: null, newlyTaken: null } : { noLongerTaken, newlyTaken };
}

/** Returns the ids of the new version's rules whose content changed. */
export function changedRules(before: Definition | null, after: Definition): readonly string[] {
  const spelled = (definition: Definition | null, id: string) => canonicalJson(definition?.rules[id] ?? null);
  return Object.keys(after.rules).filter((id) => spelled(before, id) !== spelled(after, id));
}

type Compared = FlowComparison["rules"][string];
type Said = { readonly before: ClauseSentences; readonly after: ClauseSentences; readonly naming: Naming };

function ruleDifference(changed: Changed, one: Compared, said: Said): RuleDifference {
  const { naming } = said;
  const { before, after, rule } = changed;
  const title = titleOfRule(after.rules[rule] ? after : before, rule);
  const head: Omit<RuleDifference, "kind"> = {
    rule,
    title,
    why: null,
    texts: "texts" in one ? one.texts : [],
    guard: guardOf(changed, one),
    affected: [],
    moreAffected: 0,
    clauses: [],
  };
  switch (one.kind) {
    case "refused":
      return { ...head, kind: "unknown", why: whyRefused(one.findings) };
    case "unknown":
      return { ...head, kind: "unknown", why: wordsOf(one.why) };
    case "different": {
      const looked = placesOf(changed, one.clauses);
      const clauses = one.clauses.map((clause) => clauseOf(changed, clause, said));
      return { ...head, kind: "different", ...affectedIn(one.classes, naming, looked), clauses };
    }
    case "same":
      return { ...head, kind: "equal" };
    default:
      return { ...head, kind: one.kind };
  }
}

type Changed = { readonly before: Definition; readonly after: Definition; readonly rule: string };

/** Returns the errors of versions that cannot be compared. */
function whyRefused(findings: readonly Finding[]): Words {
  const all = findings.map(({ says }) => wordsOf(says));
  return { th: all.map(({ th }) => th).join("; "), en: all.map(({ en }) => en).join("; ") };
}

function clauseOf({ before, after, rule }: Changed, change: ClauseChange, said: Said) {
  const version = change.kind === "removed" ? before : after;
  const clause = version.rules[rule]?.must?.find(({ id }) => id === change.clause);
  return {
    clause: change.clause,
    kind: change.kind,
    reason: wordsAt(version, clause?.reason ?? "", change.clause),
    before: said.before(rule, change.clause),
    after: said.after(rule, change.clause),
    affected: change.classes.map((changed) => affectedBy(changed, said.naming)),
  };
}

/** Returns the data paths that the changed clauses read, in the older or in the newer version. */
function placesOf({ before, after, rule }: Changed, changes: readonly ClauseChange[]): ReadonlySet<string> {
  const clauses = [before, after].flatMap((version) =>
    (version.rules[rule]?.must ?? []).filter(({ id }) => changes.some(({ clause }) => clause === id)),
  );
  return new Set(clauses.flatMap(({ logic }) => readsOf(logic)));
}

/** Describes groups of people in words. Groups with equal descriptions are listed once. */
function groupsOf(cubes: readonly Cube[], naming: Naming, looked: ReadonlySet<string>): readonly Group[] {
  const groups = widestOf(cubes, naming).map((cube): Group => {
    const chief = cube.filter(({ variable }) => looked.has(variable.path));
    const tells = chief.length > 0 && chief.length < cube.length;
    return { ...wordsOfCube(cube, naming), chief: tells ? wordsOfCube(chief, naming) : null };
  });
  return [...new Map(groups.map((group) => [group.en, group])).values()];
}

/**
 * Maximum number of described changes per rule. A change of a single number can cause more, and a few
 * examples of these are enough.
 */
const MOST_WAYS = 6;

function affectedIn(
  classes: readonly ChangedClass[],
  naming: Naming,
  looked: ReadonlySet<string>,
): Pick<RuleDifference, "affected" | "moreAffected"> {
  if (classes.length <= MOST_WAYS)
    return { affected: classes.map((people) => affectedBy(people, naming, looked)), moreAffected: 0 };
  const few = classes.slice(0, MOST_WAYS).map((people) => {
    const [first = []] = people.cubes;
    return affectedBy(
      { ...people, cubes: [first], more: people.more || people.cubes.length > 1 },
      naming,
      looked,
    );
  });
  return { affected: few, moreAffected: classes.length - MOST_WAYS };
}

function affectedBy(
  changed: ChangedClass,
  naming: Naming,
  looked: ReadonlySet<string> = new Set(),
): Affected {
  const { from, to, cubes, more } = changed;
  const people = groupsOf(cubes.slice(0, MOST_WORDED), naming, looked);
  return {
    from,
    to,
    people: people.slice(0, MOST_CLASSES),
    more: more || cubes.length > MOST_WORDED || people.length > MOST_CLASSES,
    witness: oneOf(changed, naming),
  };
}
