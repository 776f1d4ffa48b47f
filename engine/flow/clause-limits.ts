import type { Clause, Path, RuleFile } from "../rules/rule.ts";
import { groupThousands } from "../values/group-thousands.ts";
import type { Json } from "../values/json.ts";
import { formatTypedDate, type LocalDate } from "../values/local-date.ts";
import { isObject } from "./form-schema.ts";

/** What a clause holds an answer against: a place, or the value itself. */
export type Limit = { readonly path: Path } | { readonly value: string | number };

const ORDERED = ["<", "<=", ">", ">="];

/**
 * What each clause of a rule compares the answer that mends it with, by the clause's id, where it is one thing: its
 * sentence can name it then ("at least {{limit}} baht").
 */
export function clauseLimits(rule: RuleFile): ReadonlyMap<string, Limit> {
  const limits = new Map<string, Limit>();
  for (const clause of rule.must ?? []) {
    const [limit, another] = limitsOf(clause);
    if (limit !== undefined && another === undefined) limits.set(clause.id, limit);
  }
  return limits;
}

/** A limit as a sentence shows it: thousands apart, days as DD/MM/YYYY. `null` for what cannot be shown in a word. */
export function showLimit(value: Json | undefined): string | null {
  if (typeof value === "number") return groupThousands(String(value));
  if (typeof value !== "string") return null;
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatTypedDate(value as LocalDate) : groupThousands(value);
}

function limitsOf({ logic, mend }: Clause): readonly Limit[] {
  const found = new Map<string, Limit>();
  const visit = (part: Json): void => {
    if (part === null || typeof part !== "object") return;
    for (const [operator, operands] of Object.entries(part)) {
      if (ORDERED.includes(operator) && Array.isArray(operands))
        for (const other of operands.some((one) => pathOf(one) === mend) ? operands : []) {
          const limit = limitOf(other);
          if (limit !== null && pathOf(other) !== mend) found.set(JSON.stringify(limit), limit);
        }
      visit(operands);
    }
  };
  visit(logic);
  return [...found.values()];
}

function limitOf(operand: Json): Limit | null {
  if (typeof operand === "string" || typeof operand === "number") return { value: operand };
  const path = pathOf(operand);
  return path === null ? null : { path };
}

function pathOf(operand: Json | undefined): Path | null {
  return isObject(operand) && typeof operand.var === "string" ? operand.var : null;
}
