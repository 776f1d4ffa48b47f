import type { Definition } from "../../flow/definition.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import { entryKeys, findText, stepKeys } from "../../flow/text-keys.ts";
import { logicsOf, rulesOf } from "../../rules/reads-of.ts";
import type { Path } from "../../rules/rule.ts";
import type { Language } from "../../values/languages.ts";
import { inBoth, type Naming, type Words } from "../words/index.ts";

/**
 * One use of a rule in a flow.
 * - `before`: the rule is proved to hold for everyone who reaches the screen `name`.
 * - `check`: the rule is checked when people answer the screen `name`.
 * - `leads`: the rule decides which step follows the screen `name`.
 * - `gives`: the rule supplies the value `name`.
 * - `lists`: the end `name` lists the clauses of the rule that fail.
 * - `spares`: people for whom the rule holds skip the challenge before an effect.
 * - `within`: the rule is part of the rule `name`.
 * - `offers`: the rule decides to whom the link `name` is offered.
 * - `assumed`: every proof about the flow depends on the rule.
 */
export type RuleUse = {
  readonly kind:
    | "before"
    | "check"
    | "leads"
    | "gives"
    | "lists"
    | "spares"
    | "offers"
    | "within"
    | "assumed";
  /**
   * Name of the screen, value, link or rule, as investors see it. `null` if the rule decides before the first
   * screen.
   */
  readonly name: Words | null;
};

/** Returns the uses of a rule in one flow. Proved uses come first. */
export function usesOfRule(definition: Definition, rule: string, naming: Naming): readonly RuleUse[] {
  const { flow } = definition;
  const screen = (step: string): Words => titleOfStep(definition, step) ?? { th: step, en: step };
  const uses: RuleUse[] = flow.invariants
    .filter((invariant) => invariant.rule === rule)
    .map(({ before }) => ({ kind: "before", name: screen(before) }));
  for (const [id, step] of Object.entries(flow.steps)) {
    if ("check" in step && step.check?.includes(rule)) uses.push({ kind: "check", name: screen(id) });
    if (nextOf(step).some(({ when }) => when !== undefined && rulesOf(when).includes(rule)))
      uses.push({ kind: "leads", name: titleOfStep(definition, id) });
    if (step.kind === "effect" && definition.effects[step.effect]?.confirmedBy?.unless === rule)
      uses.push({ kind: "spares", name: screen(id) });
    if (step.kind === "end" && step.explains === rule) uses.push({ kind: "lists", name: screen(id) });
  }
  for (const { place, when } of flow.entries ?? [])
    if (when !== undefined && rulesOf(when).includes(rule))
      uses.push({ kind: "offers", name: inBoth((language) => labelOfEntry(definition, place, language)) });
  for (const [name, derived] of Object.entries(flow.derived))
    if ("rule" in derived && derived.rule === rule)
      uses.push({ kind: "gives", name: inBoth((language) => naming.place(`derived.${name}`, language)) });
  for (const other of Object.values(definition.rules))
    if (logicsOf(other).some((logic) => rulesOf(logic).includes(rule)))
      uses.push({ kind: "within", name: inBoth((language) => naming.rule(other.id, language)) });
  const { assumes } = definition.rules[rule] ?? {};
  if (assumes !== undefined)
    uses.push({ kind: "assumed", name: inBoth((language) => naming.place(`facts.${assumes}`, language)) });
  return uses;
}

function labelOfEntry(definition: Definition, place: string, language: Language): string {
  return findText(definition.texts, language, entryKeys(definition, place, "label")) ?? place;
}

/**
 * How an investor can correct a failed clause: by another answer, by a flow of the portal, on a page, or not
 * at all (`none`).
 */
export type MendWords =
  | { readonly kind: "answer"; readonly question: Words; readonly screen: Words | null }
  | { readonly kind: "flow"; readonly flow: string; readonly title: Words }
  | { readonly kind: "page"; readonly page: string }
  | { readonly kind: "none" };

/** Returns how an investor can correct a failed clause, with the names that investors see. */
export function mendOf(
  definition: Definition,
  mend: Path,
  names: { readonly naming: Naming; readonly titles: ReadonlyMap<string, Words> },
): MendWords {
  if (mend === "none") return { kind: "none" };
  if (mend.startsWith("/")) return { kind: "page", page: mend };
  if (mend.startsWith("flow:")) {
    const flow = mend.slice("flow:".length);
    return { kind: "flow", flow, title: names.titles.get(flow) ?? { th: flow, en: flow } };
  }
  const [, step = ""] = mend.split(".");
  return {
    kind: "answer",
    question: inBoth((language) => names.naming.place(mend, language)),
    screen: titleOfStep(definition, step),
  };
}

function titleOfStep(definition: Definition, step: string): Words | null {
  const titles = inBoth(
    (language) => findText(definition.texts, language, stepKeys(definition, step, "title")) ?? "",
  );
  return titles.th === "" || titles.en === "" ? null : titles;
}
