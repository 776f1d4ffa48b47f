import type { Clause, Path, RuleFile } from "../rules/rule.ts";
import { groupThousands } from "../values/group-thousands.ts";
import type { Json } from "../values/json.ts";
import { formatTypedDate, type LocalDate } from "../values/local-date.ts";
import { isObject } from "./form-schema.ts";

/** The limit with which a clause compares an answer: a data path, or a literal. */
export type Limit = { readonly path: Path } | { readonly value: string | number };

const ORDERED = ["<", "<=", ">", ">="];

/**
 * Returns the limit of each clause, by clause id. The limit is what the clause compares with the answer that
 * corrects the clause. Omits clauses with several limits. The clause's sentence can contain the limit ("at
 * least {{limit}} baht").
 */
export function clauseLimits(rule: RuleFile): ReadonlyMap<string, Limit> {
  const limits = new Map<string, Limit>();
  for (const clause of rule.must ?? []) {
    const [limit, another] = limitsOf(clause);
    if (limit !== undefined && another === undefined) limits.set(clause.id, limit);
  }
  return limits;
}

/**
 * Formats a limit for a sentence: thousands are separated, and dates are DD/MM/YYYY. Returns `null` if the
 * value cannot be shown as one word.
 */
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
