import { type Assumption, assumptionsOf } from "../../flow/assumptions.ts";
import type { Definition } from "../../flow/definition.ts";
import { pathsOfLogic } from "../../flow/paths-read.ts";
import { rulesInLogic, rulesNamed } from "../../flow/rules-named.ts";
import type { RuleFile } from "../../rules/rule.ts";
import type { Fault } from "./fault.ts";

const FOLDER = "flows/shared/assumptions/";

/**
 * Checks that every assumption is about one fact of one provider. Also checks that the assumption is in the
 * folder that no proposal can change.
 */
export function checkAssumptions(definition: Definition, fileOf: (rule: string) => string): readonly Fault[] {
  return [
    ...Object.values(definition.rules).flatMap((rule) => misplaced(rule, fileOf(rule.id))),
    ...assumptionsOf(definition).flatMap((rule) => [
      ...shape(definition, rule, fileOf(rule.id)),
      ...foreignReads(definition, rule, fileOf(rule.id)),
    ]),
    ...uses(definition, fileOf),
  ];
}

function misplaced(rule: RuleFile, file: string): readonly Fault[] {
  if (file.startsWith(FOLDER) === (rule.assumes !== undefined)) return [];
  if (rule.assumes === undefined)
    return [{ file, pointer: "", says: { key: "assumption-misplaced.unnamed" } }];
  const params = { fact: rule.assumes };
  return [{ file, pointer: "/assumes", says: { key: "assumption-misplaced", params } }];
}

function shape(definition: Definition, rule: Assumption, file: string): readonly Fault[] {
  const faults: Fault[] = [];
  if (!Object.hasOwn(definition.facts, rule.assumes))
    faults.push({
      file,
      pointer: "/assumes",
      says: { key: "unknown-fact", params: { fact: rule.assumes } },
    });
  if (rule.must === undefined) faults.push({ file, pointer: "/value", says: { key: "assumption-value" } });
  if (rule.onMissing !== "allow") {
    const { onMissing } = rule;
    faults.push({
      file,
      pointer: "/onMissing",
      says: { key: "assumption-on-missing", params: { onMissing } },
    });
  }
  return faults;
}

function foreignReads(definition: Definition, rule: Assumption, file: string): readonly Fault[] {
  return (rule.must ?? []).flatMap(({ logic }, index) => {
    const foreign = pathsOfLogic(definition, logic).filter(
      (path) => !path.startsWith(`facts.${rule.assumes}.`),
    );
    if (foreign.length === 0) return [];
    const params = { fact: rule.assumes, paths: [...new Set(foreign)] };
    return [{ file, pointer: `/must/${index}/logic`, says: { key: "assumption-reads", params } }];
  });
}

/**
 * Reports an assumption that is used as a condition. Such a condition would be useless, because an assumption
 * always holds.
 */
function uses(definition: Definition, fileOf: (rule: string) => string): readonly Fault[] {
  const assumed = new Set(assumptionsOf(definition).map(({ id }) => id));
  const fault = (rule: string, where: Pick<Fault, "file" | "pointer">): Fault => ({
    ...where,
    says: { key: "assumption-as-rule", params: { rule } },
  });
  const named = rulesNamed(definition).flatMap(({ rule, pointer }) =>
    assumed.has(rule) ? [fault(rule, { pointer })] : [],
  );
  const inner = Object.values(definition.rules).flatMap((rule) =>
    rulesInLogic(rule.must ?? rule.value).flatMap((id) =>
      assumed.has(id) ? [fault(id, { file: fileOf(rule.id), pointer: rule.must ? "/must" : "/value" })] : [],
    ),
  );
  return [...named, ...inner];
}
