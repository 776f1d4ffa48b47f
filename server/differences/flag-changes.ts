import {
  changedSwitches,
  type FlagCatalogue,
  type FlagCondition,
  type FlagSet,
  type Reach,
  reachIn,
  type Way,
  type Whom,
} from "../../engine/flags/index.ts";
import type { Definition } from "../../engine/flow/definition.ts";
import type { Phrase } from "../../engine/rules/message.ts";
import { inBoth, type Words, wordsOf } from "../../engine/verify/words/index.ts";
import en from "../../locales/en/flag.json" with { type: "json" };
import th from "../../locales/th/flag.json" with { type: "json" };
import { titleOfFlow, titleOfStep } from "../sources/index.ts";
import { isUndecided, type Sleep, sleepUnder } from "./awake-steps.ts";
import { named, type Versions } from "./class-lines.ts";
import { effectTitle } from "./place-words.ts";

/** The effects of a changed flag file. */
export type FlagChanges = {
  /** Sentences about the lost protections. */
  readonly lost: readonly Words[];
  /** Flags that are now on for other people than before, with descriptions of both groups of people. */
  readonly switches: readonly { readonly flag: string; readonly before: Words; readonly after: Words }[];
  /** All changes as sentences. Some of them tell which flow steps become active or inactive. */
  readonly says: readonly Words[];
};

/**
 * The data that a comparison of flag sets needs: the catalogue, titles, and the flows that read the flags.
 */
export type Around = {
  readonly catalogue: FlagCatalogue;
  readonly titleOf: (flag: string) => Words;
  readonly definitions: readonly Definition[];
};

/**
 * Returns the protections that a change of the catalogue removes. These are flags that were marked as
 * protecting or as mock and are no longer marked so.
 */
export function catalogueLost(
  { before, after }: Versions<FlagCatalogue>,
  titleOf: Around["titleOf"],
): readonly Words[] {
  return Object.entries(before).flatMap(([flag, { protects, mock }]) => {
    const now = after[flag];
    const isLost = now !== undefined && ((protects && !now.protects) || (mock && !now.mock));
    return isLost ? [wordsOf({ key: "switch.unlisted", params: { flag: calledBy(titleOf)(flag) } })] : [];
  });
}

/**
 * Compares two versions of a flag set. Returns which flags are on for other people, and which flow steps
 * become active or inactive.
 */
export function flagChanges({ before, after }: Versions<FlagSet>, around: Around): FlagChanges {
  const changed = changedSwitches(before, after);
  const moved = new Set(changed.map(({ flag }) => flag));
  const sets = { before: reachIn(before), after: reachIn(after) };
  const flows = around.definitions
    .filter(({ flow }) => flow.flags.some((flag) => moved.has(flag)))
    .map((definition) => stepChanges(definition, sets, around.titleOf));
  const called = calledBy(around.titleOf);
  const switches = changed.map(({ flag, ...one }) => ({
    flag,
    before: whomPhrase(one.before, called),
    after: whomPhrase(one.after, called),
  }));
  const guards = changed.flatMap(({ flag, ...one }): readonly Phrase[] => {
    const { protects, mock } = around.catalogue[flag] ?? {};
    const params = { flag: called(flag) };
    if (protects === true && one.before.reach === "everybody") return [{ key: "switch.unprotected", params }];
    return mock === true && one.before.reach === "nobody" ? [{ key: "switch.mocked", params }] : [];
  });
  const says: readonly Phrase[] = [
    ...switches.map(
      ({ flag, ...one }): Phrase => ({ key: "compare.values", params: { name: called(flag), ...one } }),
    ),
    ...flows.flatMap((flow) => flow.says),
  ];
  return {
    lost: [...guards, ...flows.flatMap(({ lost }) => lost)].map(wordsOf),
    switches: switches.map(({ flag, ...one }) => ({
      flag,
      before: wordsOf(one.before),
      after: wordsOf(one.after),
    })),
    says: (says.length === 0 ? [{ key: "switch.same" } as const] : says).map(wordsOf),
  };
}

/** The effects of a changed flag set on the steps of one flow. */
export type FlowChanges = Pick<FlagChanges, "lost" | "says">;

/** Returns which steps of one flow become active or inactive between two sets, and for which people. */
export function flowChanges(definition: Definition, sets: Versions<Reaches>): FlowChanges {
  const { says, lost } = stepChanges(definition, sets, flagTitle);
  return { says: says.map(wordsOf), lost: lost.map(wordsOf) };
}

function flagTitle(flag: string): Words {
  const titleIn = (names: { readonly [flag: string]: { readonly title?: string } | string }) => {
    const entry = names[flag];
    return typeof entry === "object" ? (entry.title ?? flag) : flag;
  };
  return { th: titleIn(th), en: titleIn(en) };
}

type Reaches = { readonly [flag: string]: Reach };

/**
 * Returns sentences about steps that are now active for more or for fewer people, and about effects that
 * thereby lose a protection.
 */
function stepChanges(
  definition: Definition,
  sets: Versions<Reaches>,
  titleOf: Around["titleOf"],
): { readonly says: readonly Phrase[]; readonly lost: readonly Phrase[] } {
  const flow = titleOfFlow(definition);
  const called = (step: string) => titleOfPart(definition, step);
  const [old, now] = [sleepUnder(definition, sets.before), sleepUnder(definition, sets.after)];
  if (isUndecided(old) || isUndecided(now))
    return { says: [{ key: "switch.undecided", params: { flow } }], lost: [] };
  const steps = Object.keys(definition.flow.steps).filter((step) => awake(old, step) !== awake(now, step));
  const becoming = (how: Awake) => steps.filter((step) => awake(now, step) === how);
  const [sleep, some, wake] = [becoming(0), becoming(1), becoming(2)];
  return {
    says: [
      ...(sleep.length > 0
        ? [{ key: "switch.sleep", params: { flow, steps: sleep.map(called) } } as const]
        : []),
      ...(some.length > 0
        ? [
            {
              key: "switch.part",
              params: { flow, steps: some.map(called), flags: now.by.map(titleOf) },
            } as const,
          ]
        : []),
      ...(wake.length > 0
        ? [{ key: "switch.wake", params: { flow, steps: wake.map(called) } } as const]
        : []),
    ],
    lost: now.guards
      .filter(({ step }) => awake(now, step) < awake(old, step))
      .map(({ step, before }) => ({
        key: "switch.unguarded",
        params: { flow, step: called(step), effects: before.map(called) },
      })),
  };
}

/**
 * Returns the title of a step. If it has none, returns a description of what the step does, or else its id.
 */
function titleOfPart(definition: Definition, step: string): Words {
  const title = titleOfStep([definition], step);
  const part = definition.flow.steps[step];
  return title.en !== step || part?.kind !== "effect"
    ? title
    : inBoth((language) => effectTitle(part.effect, { language }));
}

/** For whom a step is active: for no one (0), for some people (1), or for all people who reach it (2). */
type Awake = 0 | 1 | 2;
function awake({ nobody, some }: Sleep, step: string): Awake {
  if (nobody.includes(step)) return 0;
  return some.includes(step) ? 1 : 2;
}

type Called = (flag: string) => Words;

/** Returns a flag's name and title. */
function calledBy(titleOf: Around["titleOf"]): Called {
  return (flag) => inBoth((language) => named(flag, titleOf(flag)[language]));
}

const EMPTY: FlagSet = { version: 2, features: [] };

/** Describes for which people each flag of a set is on. A flag that the set lacks is off for all people. */
export function whomWords(set: FlagSet, titleOf: Around["titleOf"]): ReadonlyMap<string, Words> {
  const called = calledBy(titleOf);
  return new Map(
    changedSwitches(EMPTY, set).map(({ flag, after }) => [flag, wordsOf(whomPhrase(after, called))]),
  );
}

function whomPhrase({ reach, ways, needs }: Whom, called: Called): Phrase {
  if (reach === "everybody") return { key: "switch.everybody" };
  if (reach === "nobody") return { key: "switch.nobody" };
  const people = ways
    .map(wayPhrases)
    .reduce((one, other): readonly Phrase[] => [{ key: "switch.or", params: { one, other } }]);
  return { key: "switch.some", params: { people: [...people, ...needs.map(needPhrase(called))] } };
}

/** Returns one condition of a switch in words, such as "customers of the tier Plus". */
export function conditionWords({ of }: FlagCondition, titleOf: Around["titleOf"]): Words {
  if (of.kind === "need") return wordsOf(needPhrase(calledBy(titleOf))(of.need));
  const phrases = wayPhrases(of.way).filter(({ key }) => key !== "switch.anybody");
  return wordsOf(phrases[0] ?? { key: "switch.anybody" });
}

function needPhrase(called: Called): (need: Whom["needs"][number]) => Phrase {
  return ({ feature, on, variants }) => ({
    key: on ? "switch.while-on" : "switch.while-off",
    params: { flag: called(feature), variants: variants.length === 0 ? "" : ` (${variants.join(", ")})` },
  });
}

/**
 * Describes the people for whom a rollout strategy turns the switch on. The description has the strategy's
 * name and all conditions that a person must meet.
 */
function wayPhrases({ name, parameters = {}, constraints }: Way): readonly Phrase[] {
  const where = constraints.map((constraint): Phrase => {
    const { contextName, operator, inverted, value } = constraint;
    if (contextName === "currentTime" && inverted === true && operator in DAYS)
      return { key: DAYS[operator as keyof typeof DAYS], params: { day: (value ?? "").slice(0, 10) } };
    const params = comparedPhrases(constraint);
    const isIn = operator === "IN" || operator === "NOT_IN";
    if (isIn)
      return {
        key: (operator === "IN") === (inverted === true) ? "switch.not-among" : "switch.among",
        params,
      };
    return {
      key: inverted === true ? "switch.compared-not" : "switch.compared",
      params: { ...params, operator },
    };
  });
  const own = namePhrase(name, parameters);
  const areDays = where.every(({ key }) => key === "switch.from-day" || key === "switch.until-day");
  const whole: readonly Phrase[] = areDays ? [{ key: "switch.anybody" }] : [];
  return [...(own === null ? whole : [own]), ...where];
}

/**
 * The properties of a person that a switch can depend on, each with a name in words and with words for its
 * values.
 */
const PROPERTIES: {
  readonly [property: string]: {
    readonly called: Phrase;
    readonly values: { readonly [value: string]: Phrase };
  };
} = {
  tier: {
    called: { key: "switch.tier" },
    values: {
      standard: { key: "switch.tier-standard" },
      plus: { key: "switch.tier-plus" },
      prestige: { key: "switch.tier-prestige" },
    },
  },
  customerType: {
    called: { key: "switch.type" },
    values: { INDIVIDUAL: { key: "switch.type-individual" }, JURISTIC: { key: "switch.type-juristic" } },
  },
};

/**
 * Returns the property that a condition reads, and the values with which it compares the property. Known
 * properties and values are given in words.
 */
function comparedPhrases({ contextName, values = [], value }: Way["constraints"][number]) {
  const property = PROPERTIES[contextName];
  const given = values.length > 0 ? values : [value ?? ""];
  return {
    name: property?.called ?? contextName,
    values: given.map((one) => property?.values[one] ?? one),
  };
}

/**
 * Phrases for the first and last day on which a flag can be on, as entered on the page "Switches". Both days
 * are included.
 */
const DAYS = { DATE_BEFORE: "switch.from-day", DATE_AFTER: "switch.until-day" } as const;

function namePhrase(name: string, parameters: NonNullable<Way["parameters"]>): Phrase | null {
  const text = (one: string): string => String(parameters[one] ?? "");
  switch (name) {
    case "default":
      return null;
    case "userWithId":
      return { key: "switch.named", params: { people: text("userIds").split(/\s*,\s*/) } };
    case "flexibleRollout":
      return ["", "default"].includes(text("stickiness"))
        ? { key: "switch.share", params: { percent: text("rollout") } }
        : { key: "switch.share-by", params: { percent: text("rollout"), by: text("stickiness") } };
    default:
      return {
        key: "switch.strategy",
        params: { name, values: Object.entries(parameters).map(([one, value]) => `${one} ${String(value)}`) },
      };
  }
}
