import { isObject } from "../../engine/flow/form-schema.ts";
import { errorAt, warningAt } from "../../engine/rules/report.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json } from "../../engine/values/json.ts";
import type { Files } from "../sources/index.ts";
import { changedPaths } from "../sources/index.ts";

/**
 * Checks the date from which a rule applies, which the rule book shows. A rule applies as soon as it is
 * published, so the date cannot be in the future. A changed rule needs a new date. `today` is the business
 * day.
 */
export function checkRuleDates(before: Files, after: Files, today: string): readonly Finding[] {
  return changedPaths(before, after)
    .filter((path) => /^flows\/[^/]+\/rules\//.test(path))
    .flatMap((file): readonly Finding[] => {
      const rule = after[file];
      if (!isObject(rule) || typeof rule.from !== "string") return [];
      const { from } = rule;
      const spot = { file, pointer: "/from" };
      const old = before[file];
      const kept = isObject(old) && old.from === from;
      if (!kept) return from > today ? [errorAt(spot, { key: "rule-not-yet", params: { from, today } })] : [];
      if (decides(old) === decides(rule)) return [];
      return [warningAt(spot, { key: "rule-from-kept", params: { from } })];
    });
}

/** Returns the part of a rule that affects decisions. */
function decides({ must, value, onMissing }: { readonly [name: string]: Json }): string {
  const clauses = Array.isArray(must)
    ? must.map((clause: Json) => (isObject(clause) ? clause.logic : clause))
    : null;
  return canonicalJson([clauses, value ?? null, onMissing ?? null] as Json);
}
