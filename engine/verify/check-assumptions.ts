import { type Assumption, assumptionsOf } from "../flow/assumptions.ts";
import type { Definition } from "../flow/definition.ts";
import { pathsOfLogic } from "../flow/paths-read.ts";
import { rulesInLogic, rulesNamed } from "../flow/read-definition.ts";
import type { RuleFile } from "../rules/rule.ts";
import type { Json } from "../values/json.ts";
import type { Fault } from "./fault.ts";

const FOLDER = "flows/shared/assumptions/";

/** Every assumption is a promise of one provider: about its fact alone, in the folder that no proposal may change. */
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
  return [
    {
      file,
      pointer: rule.assumes === undefined ? "" : "/assumes",
      code: "assumption-misplaced",
      what:
        rule.assumes === undefined
          ? `the rule lies among the assumptions and does not say about which fact`
          : `the rule assumes something about "${rule.assumes}" and does not lie in ${FOLDER}`,
      mend:
        rule.assumes === undefined
          ? 'Write "assumes": "<fact>", or move it to flows/shared/rules.'
          : `Move it there: what lies elsewhere can be proposed as data, and data promises nothing about the server.`,
    },
  ];
}

function shape(definition: Definition, rule: Assumption, file: string): readonly Fault[] {
  const faults: Fault[] = [];
  if (!Object.hasOwn(definition.facts, rule.assumes))
    faults.push({
      file,
      pointer: "/assumes",
      code: "unknown-fact",
      what: `flows/shared/facts.json does not declare the fact "${rule.assumes}"`,
      mend: "Name a fact that is declared there.",
    });
  if (rule.must === undefined)
    faults.push({
      file,
      pointer: "/value",
      code: "assumption-value",
      what: "an assumption says what is always so, and a value says nothing",
      mend: 'Write clauses: "must".',
    });
  if (rule.onMissing !== "allow")
    faults.push({
      file,
      pointer: "/onMissing",
      code: "assumption-on-missing",
      what: `"${rule.onMissing}" would rule out whoever has something missing`,
      mend: 'Write "allow", and a clause with "missing" where something must be there.',
    });
  return faults;
}

function foreignReads(definition: Definition, rule: Assumption, file: string): readonly Fault[] {
  return (rule.must ?? []).flatMap(({ logic }, index) => {
    const foreign = pathsOfLogic(definition, logic).filter(
      (path) => !path.startsWith(`facts.${rule.assumes}.`),
    );
    if (foreign.length === 0) return [];
    return [
      {
        file,
        pointer: `/must/${index}/logic`,
        code: "assumption-reads",
        what: `an assumption about "${rule.assumes}" reads ${[...new Set(foreign)].join(", ")}`,
        mend: `Read only facts.${rule.assumes}: its provider cannot promise anything about the rest.`,
      },
    ];
  });
}

/** An assumption is no condition: whoever comes anywhere fulfils it. */
function uses(definition: Definition, fileOf: (rule: string) => string): readonly Fault[] {
  const assumed = new Set(assumptionsOf(definition).map(({ id }) => id));
  const fault = (rule: string, where: Pick<Fault, "file" | "pointer">): Fault => ({
    ...where,
    code: "assumption-as-rule",
    what: `"${rule}" is an assumption, which everybody fulfils, and no condition`,
    mend: "Write a rule that says what is meant, or take it out.",
  });
  const named = rulesNamed(definition.flow).flatMap(({ rule, pointer }) =>
    assumed.has(rule) ? [fault(rule, { pointer })] : [],
  );
  const inner = Object.values(definition.rules).flatMap((rule) =>
    rulesInLogic((rule.must ?? rule.value) as unknown as Json).flatMap((id) =>
      assumed.has(id) ? [fault(id, { file: fileOf(rule.id), pointer: rule.must ? "/must" : "/value" })] : [],
    ),
  );
  return [...named, ...inner];
}
