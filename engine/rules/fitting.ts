import { isInstant } from "../values/instant.ts";
import type { Json } from "../values/json.ts";
import { isLocalDate } from "../values/local-date.ts";
import { isBaht } from "../values/money.ts";
import { isUnits } from "../values/units.ts";
import type { Constant, Order } from "./expression.ts";
import { type Fault, nearest } from "./report.ts";
import type { Logic } from "./rule.ts";
import { describeType, type Type } from "./types.ts";

/** Why a constant cannot stand where a type is wanted; `undefined` where it can. */
export function whyNotConstant(value: Constant, expected: Type): Fault | undefined {
  const wrong = (what: string, mend: string): Fault => ({ code: "wrong-type", what, mend });
  const said = JSON.stringify(value);
  switch (expected.kind) {
    case "boolean":
      return typeof value === "boolean"
        ? undefined
        : wrong(`${said} is not a yes or no`, "write true or false");
    case "integer":
      if (typeof value !== "number") return wrong(`${said} is not a number`, "write a number without quotes");
      if (expected.values && Number.isInteger(value) && !expected.values.includes(value)) {
        return {
          code: "word-outside-enum",
          what: `${said} is none of the numbers that can occur`,
          mend: `use one of ${expected.values.join(", ")}`,
        };
      }
      return undefined;
    case "number":
      return typeof value === "number"
        ? undefined
        : wrong(`${said} is not a number`, "write a number without quotes");
    case "money":
      if (typeof value === "number")
        return {
          code: "money-with-number",
          what: "an amount of baht meets a number",
          mend: `write it as text with two decimals: "${value.toFixed(2)}"`,
        };
      return typeof value === "string" && isBaht(value)
        ? undefined
        : wrong(`${said} is not an amount of baht`, 'write it with two decimals: "10000.00"');
    case "units":
      if (typeof value === "number")
        return {
          code: "money-with-number",
          what: "units meet a number",
          mend: `write them as text with four decimals: "${value.toFixed(4)}"`,
        };
      return typeof value === "string" && isUnits(value)
        ? undefined
        : wrong(`${said} is not a number of units`, 'write it with four decimals: "12.3456"');
    case "date":
      return typeof value === "string" && isLocalDate(value)
        ? undefined
        : wrong(`${said} is not a date`, 'write it as "2026-01-31"');
    case "instant":
      return typeof value === "string" && isInstant(value)
        ? undefined
        : wrong(`${said} is not an instant`, 'write it as "2026-01-31T07:00:00Z"');
    case "enum": {
      if (typeof value !== "string")
        return wrong(`${said} is not a word`, `use one of ${expected.words.join(", ")}`);
      if (expected.words.includes(value)) return undefined;
      const close = nearest(
        value.toUpperCase(),
        expected.words.map((word) => word.toUpperCase()),
      );
      const meant = expected.words.find((word) => word.toUpperCase() === close);
      return {
        code: "word-outside-enum",
        what: `${said} is none of the words that can occur`,
        mend: meant ? `write "${meant}"` : `use one of ${expected.words.join(", ")}`,
      };
    }
    case "string":
      return typeof value === "string" ? undefined : wrong(`${said} is not a text`, "write it in quotes");
    default:
      return wrong(`${said} cannot be compared with ${describeType(expected)}`, "name one of its values");
  }
}

/** Whether a value is one that a rule may name. */
export function isConstant(value: Json): value is Constant {
  return (
    typeof value === "boolean" ||
    typeof value === "string" ||
    (typeof value === "number" && Number.isFinite(value))
  );
}

/** How values of a type are told apart; `undefined` where they cannot be. */
export function orderOf(type: Type): Order | undefined {
  switch (type.kind) {
    case "integer":
    case "number":
      return "number";
    case "date":
    case "enum":
    case "string":
      return "text";
    case "file":
    case "list":
    case "object":
      return undefined;
    default:
      return type.kind;
  }
}

/** Whether values of two types may be compared. */
export function comparable(left: Type, right: Type): boolean {
  if (left.kind === right.kind) return true;
  const kinds = new Set([left.kind, right.kind]);
  return (kinds.has("integer") && kinds.has("number")) || (kinds.has("enum") && kinds.has("string"));
}

/** Whether a value of a type may stand where another is wanted. */
export function fits(type: Type, expected: Type): boolean {
  if (expected.kind === "enum" && type.kind === "enum")
    return type.words.every((word) => expected.words.includes(word));
  if (expected.kind === "number") return type.kind === "number" || type.kind === "integer";
  if (expected.kind === "string") return type.kind === "string" || type.kind === "enum";
  return type.kind === expected.kind;
}

/** The type of what may be of one type or of another: the wider of two that go together, else the first. */
export function join(left: Type, right: Type): Type {
  if (left.kind === "enum" && right.kind === "enum")
    return { kind: "enum", words: [...new Set([...left.words, ...right.words])] };
  if (left.kind === "integer" && right.kind === "integer") return { kind: "integer" };
  return fits(left, right) ? right : left;
}

/** The operator of an object with exactly one name; `undefined` for a constant or a list. */
export function operatorOf(logic: Logic): string | undefined {
  if (typeof logic !== "object" || logic === null || Array.isArray(logic)) return undefined;
  const names = Object.keys(logic);
  return names.length === 1 ? names[0] : undefined;
}

/** The operands of an operation; a single one may stand there without a list. */
export function operandsOf(logic: Logic): readonly Json[] {
  const given = Object.values(logic as object)[0] as Json;
  return Array.isArray(given) ? given : [given];
}
