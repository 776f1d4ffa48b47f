import jsonLogic from "json-logic-js";
import { type CompiledRules, compileRules, generateRules, type RuleSet } from "../../engine/rules/index.ts";
import type { RuleFile, Scope } from "../../engine/rules/rule.ts";
import type { Json } from "../../engine/values/json.ts";
import { truthy } from "../../server/commands/untyped.ts";
import { byHand } from "./rules-by-hand.ts";
import { plainLogic, rowOf, tableOf, withoutMoney } from "./rules-cells.ts";
import { corpus } from "./rules-corpus.ts";

type Answer = (scope: Scope) => unknown;
type Contender = "generated" | "byHand" | "closures" | "jsonLogicJs" | "outcome";
type Loop = (run: (row: never) => unknown, rows: readonly unknown[]) => number;

/**
 * Number of rows of one table that are timed. In a larger table the timed rows are spread evenly. Results are
 * compared on all rows.
 */
const TIMED_ROWS = 4_096;
const ROUNDS = 9;
const ROUND_MS = 4;

/** One rule's nanoseconds per evaluation, and the number of rows in its table. */
export type RuleFigures = {
  readonly rule: string;
  readonly rows: number;
  readonly nsPerAnswer: { readonly [who in Contender]: number };
};

/**
 * Measures figure 1: the rules as generated code against handwritten JavaScript and json-logic-js, and as
 * closures against json-logic-js, side by side in one run. Ratios are geometric means over the rules of
 * medians over rounds. Results are compared on every row of the full table of cells. The handwritten rules
 * are compared in all three truth values. json-logic-js is compared on complete rows; it gets amounts as
 * numbers, because it would compare them as texts.
 * @throws if any result differs.
 */
export async function bench(): Promise<{
  readonly name: "rules";
  readonly figures: {
    readonly rules: number;
    readonly rowsCompared: number;
    readonly generatedToHandWritten: number;
    readonly generatedToJsonLogicJs: number;
    readonly closuresToJsonLogicJs: number;
    readonly outcomeToHandWritten: number;
    readonly targets: { readonly [ratio: string]: number };
    /** Rules without a handwritten form in `rules-by-hand.ts`. Their times are not in the ratios. */
    readonly notByHand: readonly string[];
    readonly perRule: readonly RuleFigures[];
  };
}> {
  const perRule: RuleFigures[] = [];
  const notByHand: string[] = [];
  let rowsCompared = 0;
  for (const { set, measured } of await corpus()) {
    const both = await compileBoth(set);
    for (const rule of measured) {
      rowsCompared += compareAnswers(rule, set, both);
      if (byHand[rule.id]) perRule.push(await measure(rule, set, both));
      else notByHand.push(rule.id);
    }
  }
  const ratio = (slow: Contender, fast: Contender): number => {
    const logs = perRule.map(({ nsPerAnswer }) => Math.log(nsPerAnswer[slow] / nsPerAnswer[fast]));
    return round(Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length));
  };
  return {
    name: "rules",
    figures: {
      rules: perRule.length,
      rowsCompared,
      generatedToHandWritten: ratio("byHand", "generated"),
      generatedToJsonLogicJs: ratio("jsonLogicJs", "generated"),
      closuresToJsonLogicJs: ratio("jsonLogicJs", "closures"),
      outcomeToHandWritten: ratio("byHand", "outcome"),
      targets: { generatedToHandWritten: 0.8, generatedToJsonLogicJs: 25, closuresToJsonLogicJs: 9 },
      notByHand,
      perRule,
    },
  };
}

/** Compares the results of all rules on every row of their tables, without timing. */
export async function compareEveryRow(): Promise<{ readonly rules: number; readonly rows: number }> {
  let rules = 0;
  let rows = 0;
  for (const { set, measured } of await corpus()) {
    const both = await compileBoth(set);
    for (const rule of measured) {
      rules += 1;
      rows += compareAnswers(rule, set, both);
    }
  }
  return { rules, rows };
}

type Both = { readonly closures: CompiledRules; readonly generated: CompiledRules };

async function compileBoth(set: RuleSet): Promise<Both> {
  const closures = compileRules(set);
  const source = generateRules(set);
  if (!closures.ok || !source.ok) throw new Error(`bench: ${JSON.stringify(closures)}`);
  const module = (await import(moduleOf(source.value))) as { readonly rules: CompiledRules };
  return { closures: closures.value, generated: module.rules };
}

function compareAnswers(rule: RuleFile, set: RuleSet, both: Both): number {
  const table = tableOf(rule, set);
  const plain = withoutMoney(plainLogic(rule, set));
  const generated = answerOf(rule, both.generated);
  const closures = answerOf(rule, both.closures);
  const hand = byHand[rule.id] ?? generated;
  for (let row = 0; row < table.rows; row += 1) {
    const { scope, whole } = rowOf(table, row);
    const wanted = generated(scope);
    const comparable = withoutMoney(wanted as Json);
    const plainly = whole ? plainAnswer(plain, scope, rule) : comparable;
    if (closures(scope) === wanted && hand(scope) === wanted && plainly === comparable) continue;
    const answers = JSON.stringify([wanted, closures(scope), hand(scope), plainly]);
    throw new Error(
      `bench: ${rule.id}: generated, closures, by hand, json-logic-js: ${answers} at ${JSON.stringify(scope)}`,
    );
  }
  return table.rows;
}

function plainAnswer(plain: Json, scope: Scope, rule: RuleFile): unknown {
  const answer: unknown = jsonLogic.apply(plain as never, withoutMoney(scope));
  return rule.must ? truthy(answer as Json) : answer;
}

async function measure(rule: RuleFile, set: RuleSet, both: Both): Promise<RuleFigures> {
  const table = tableOf(rule, set);
  const count = Math.min(table.rows, TIMED_ROWS);
  const scopes = Array.from(
    { length: count },
    (_, at) => rowOf(table, Math.floor((at * table.rows) / count)).scope,
  );
  const numbers = scopes.map((scope) => withoutMoney(scope));
  const plain = withoutMoney(plainLogic(rule, set));
  const outcome = (rule.must ? both.generated.must[rule.id] : both.generated.value[rule.id]) as Answer;
  const contenders: {
    readonly [who in Contender]: { readonly run: (row: never) => unknown; readonly rows: readonly unknown[] };
  } = {
    generated: { run: answerOf(rule, both.generated), rows: scopes },
    byHand: { run: byHand[rule.id] as Answer, rows: scopes },
    closures: { run: answerOf(rule, both.closures), rows: scopes },
    jsonLogicJs: { run: (row) => jsonLogic.apply(plain as never, row), rows: numbers },
    outcome: { run: outcome, rows: scopes },
  };
  const names = Object.keys(contenders) as Contender[];
  const loops = new Map<Contender, Loop>();
  for (const who of names) loops.set(who, await loopFor(`${rule.id} ${who}`));
  const times = new Map<Contender, number[]>(names.map((who) => [who, []]));
  for (let turn = 0; turn < ROUNDS + 2; turn += 1) {
    for (const who of names) {
      const ns = timeOf(loops.get(who) as Loop, contenders[who]);
      // The first two rounds only warm up the compiler.
      if (turn >= 2) times.get(who)?.push(ns);
    }
  }
  const medians = names.map((who) => [who, round(median(times.get(who) ?? []))]);
  return {
    rule: rule.id,
    rows: table.rows,
    nsPerAnswer: Object.fromEntries(medians) as RuleFigures["nsPerAnswer"],
  };
}

function timeOf(
  loop: Loop,
  contender: { readonly run: (row: never) => unknown; readonly rows: readonly unknown[] },
): number {
  let answers = 0;
  const start = process.hrtime.bigint();
  let elapsed = 0;
  do {
    loop(contender.run, contender.rows);
    answers += contender.rows.length;
    elapsed = Number(process.hrtime.bigint() - start);
  } while (elapsed < ROUND_MS * 1e6);
  return elapsed / answers;
}

/** Each contender has a separate loop, because a shared loop would prevent inlining. */
async function loopFor(name: string): Promise<Loop> {
  const source = `export const loop = (run, rows) => {
    let seen = 0;
    for (let at = 0; at < rows.length; at += 1) if (run(rows[at]) === true) seen += 1;
    return seen;
  }; // ${name}`;
  return ((await import(moduleOf(source))) as { readonly loop: Loop }).loop;
}

function answerOf(rule: RuleFile, compiled: CompiledRules): Answer {
  return (rule.must ? compiled.truth[rule.id] : compiled.value[rule.id]) as Answer;
}

function moduleOf(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
