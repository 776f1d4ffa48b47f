import { checkExpression } from "../../rules/check-expression.ts";
import type { Expression } from "../../rules/expression.ts";
import { applyOnMissing } from "../../rules/on-missing.ts";
import type { Finding, Logic, OnMissing } from "../../rules/rule.ts";
import type { Phrase } from "../../rules/sayings.ts";
import type { Type, TypeEnv } from "../../rules/types.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import type { Leaf, Node } from "../diagram/diagram.ts";
import { differenceOf, NotDecided, sampledWhy } from "../diagram/questions.ts";
import type { Space } from "../diagram/space.ts";

/** What the parts of an expression are tried against. */
export type Trial = {
  readonly space: Space;
  readonly types: TypeEnv;
  /** Rule id to what it answers. */
  readonly answers: { readonly [id: string]: Type };
  /** Who can be there at all. */
  readonly care: Node;
  /** Places that nobody has given yet are missing. */
  readonly reading: (node: Node) => Node;
};

/** A part that decides nothing: whoever it is about, the whole answers alike with this constant in its place. */
export type DeadPart = {
  readonly pointer: string;
  readonly logic: Logic;
  readonly constant: boolean;
  /** The part as a condition of its own; `null` where it only means something inside of the whole. */
  readonly condition: Expression | null;
  readonly whole: Expression;
  /** The whole with the constant in the part's place. */
  readonly other: Expression;
};

/**
 * Parts of a condition or value that never change its answer. A part of a dead part is not named again.
 * @throws what diagrams throw where they cannot decide.
 */
export function deadPartsOf(logic: Logic, expected: Type, trial: Trial): readonly DeadPart[] {
  const whole = checked(logic, expected, trial);
  if (whole === undefined) return [];
  const before = trial.reading(trial.space.diagramOf(whole));
  const dead: DeadPart[] = [];
  for (const spot of spotsOf(logic, "")) {
    if (dead.some((one) => spot.pointer.startsWith(`${one.pointer}/`))) continue;
    for (const constant of [true, false]) {
      if (spot.logic === constant) break;
      const other = checked(replaced(logic, spot.pointer, constant), expected, trial);
      if (other === undefined) continue;
      const after = trial.reading(trial.space.diagramOf(other));
      const { diagrams } = trial.space;
      if (diagrams.both(trial.care, differenceOf(trial.space, before, after)) !== diagrams.no) continue;
      const condition = checked(spot.logic, { kind: "boolean" }, trial) ?? null;
      dead.push({ pointer: spot.pointer, logic: spot.logic, constant, condition, whole, other });
      break;
    }
  }
  return dead;
}

function checked(logic: Logic, expected: Type, { types, answers }: Trial): Expression | undefined {
  const findings: Finding[] = [];
  return checkExpression(logic, {
    known: { types, rules: answers },
    spot: { file: "", pointer: "" },
    expected,
    findings,
  });
}

type Spot = { readonly pointer: string; readonly logic: Logic };

/** The conditions inside an expression, outer ones first. */
function spotsOf(logic: Logic, pointer: string): readonly Spot[] {
  if (typeof logic !== "object" || logic === null || Array.isArray(logic)) return [];
  const [operator = ""] = Object.keys(logic);
  const given = (logic as JsonObject)[operator] as Json;
  const many = Array.isArray(given);
  const operands = (many ? given : [given]) as readonly Json[];
  return operands.flatMap((operand, at) => {
    const inside = many ? `${pointer}/${operator}/${at}` : `${pointer}/${operator}`;
    const below = spotsOf(operand, inside);
    const decides =
      operator === "and" ||
      operator === "or" ||
      ((operator === "if" || operator === "?:") && at % 2 === 0 && at < operands.length - 1);
    return decides ? [{ pointer: inside, logic: operand }, ...below] : below;
  });
}

function replaced(logic: Json, pointer: string, constant: boolean): Json {
  if (pointer === "") return constant;
  const [, segment = "", ...rest] = pointer.split("/");
  const inner = rest.length === 0 ? "" : `/${rest.join("/")}`;
  if (Array.isArray(logic))
    return logic.map((item: Json, at) => (String(at) === segment ? replaced(item, inner, constant) : item));
  const object = logic as JsonObject;
  return { ...object, [segment]: replaced(object[segment] as Json, inner, constant) };
}

/** The one answer that a rule or condition ever gives; `null` where there are several. */
export function onlyAnswer(space: Space, node: Node, onMissing: OnMissing | null): Answer | null {
  const answers = new Map(
    space.diagrams.leavesOf(node).map((leaf) => {
      const answer = answerOf(leaf, onMissing);
      return [JSON.stringify(answer), answer];
    }),
  );
  return answers.size === 1 ? ([...answers.values()][0] as Answer) : null;
}

/** An answer in words, or a value as it is written. */
type Answer = Extract<Phrase, { readonly key: `answers.${string}` }> | string;

function answerOf(leaf: Leaf, onMissing: OnMissing | null): Answer {
  if (leaf === undefined)
    return {
      key: onMissing === null ? "answers.unknown" : `answers.${applyOnMissing("unknown", onMissing)}`,
    };
  if (onMissing !== null && typeof leaf === "boolean")
    return { key: leaf ? "answers.holds" : "answers.fails" };
  return JSON.stringify(leaf);
}

/** Throws where not every value was tried. */
export function mustBeExact(space: Space, expressions: readonly Expression[]): void {
  const why = sampledWhy(space, expressions);
  if (why !== null) throw new NotDecided(why);
}
