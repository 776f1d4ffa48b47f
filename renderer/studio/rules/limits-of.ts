import type { ConditionPlace } from "../../../engine/edits/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { normaliseDigits } from "../../../engine/values/thai-digits.ts";

/** A limit: a number, amount or date in a comparison, with its pointer in the rule logic. */
export type LimitSpot = { readonly at: string; readonly value: string | number };

const COMPARES = ["<", "<=", ">", ">="];

/** Returns the limits of a condition, in order. */
export function limitsOf(logic: Json, at = ""): readonly LimitSpot[] {
  if (Array.isArray(logic)) return logic.flatMap((one: Json, index) => limitsOf(one, `${at}/${index}`));
  if (typeof logic !== "object" || logic === null) return [];
  return Object.entries(logic).flatMap(([operator, args]) => {
    const below = `${at}/${operator.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const own =
      COMPARES.includes(operator) && Array.isArray(args)
        ? args.flatMap((one: Json, index) =>
            typeof one === "number" || typeof one === "string"
              ? [{ at: `${below}/${index}`, value: one }]
              : [],
          )
        : [];
    return [...own, ...limitsOf(args as Json, below)];
  });
}

/** Returns all logic in a rule's file: that of each clause, or that which computes the rule's value. */
export function conditionsOf(
  file: string,
  content: Json | undefined,
): readonly { readonly place: ConditionPlace; readonly logic: Json }[] {
  const rule = content as
    | {
        readonly must?: readonly { readonly id: string; readonly logic: Json }[];
        readonly value?: { readonly logic: Json };
      }
    | undefined;
  if (rule?.must) return rule.must.map(({ id, logic }) => ({ place: { rule: file, clause: id }, logic }));
  return rule?.value ? [{ place: { rule: file, clause: null }, logic: rule.value.logic }] : [];
}

/** Parses a typed limit. It must be of the same kind as the old limit; otherwise returns `null`. */
export function limitFrom(typed: string, old: string | number): string | number | null {
  const text = normaliseDigits(typed).trim().replaceAll(",", "");
  if (typeof old === "number") return /^-?\d{1,15}$/.test(text) ? Number.parseInt(text, 10) : null;
  const decimals = /^-?\d+\.(\d+)$/.exec(old)?.[1]?.length;
  if (decimals === undefined) {
    if (/^\d{4}-\d{2}-\d{2}$/.test(old)) return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;
    return /^-?\d+$/.test(old) ? (/^-?\d+$/.test(text) ? text : null) : text === "" ? null : text;
  }
  const [, whole, part = ""] = /^(-?\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === undefined || part.length > decimals) return null;
  return `${whole}.${part.padEnd(decimals, "0")}`;
}
