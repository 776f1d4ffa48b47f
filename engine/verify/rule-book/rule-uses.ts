import type { Definition } from "../../flow/definition.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import { entryKeys, findText, stepKeys } from "../../flow/text-keys.ts";
import { logicsOf, rulesOf } from "../../rules/reads-of.ts";
import type { Path } from "../../rules/rule.ts";
import type { Language } from "../../values/languages.ts";
import { inBoth, type Naming, type Words } from "../words/index.ts";

/**
 * One use of a rule in a flow.
 * - `before`: the rule is proved to hold for everyone who reaches that step.
 * - `check`: the rule is checked when that screen is answered.
 * - `leads`: the rule decides which step follows.
 * - `gives`: the rule supplies a value that is shown under that name.
 * - `lists`: an end lists the clauses that fail.
 * - `spares`: people for whom the rule holds skip the challenge of the effect.
 * - `within`: the rule is part of another rule.
 * - `offers`: the rule decides who is offered the link of that name.
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
  /** Name of the screen, value or rule, as investors see it. `null` if `leads` comes before every screen. */
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
 * What corrects a failed clause: another answer, a task of the portal, another page, or nothing that a button
 * could open.
 */
export type MendWords =
  | { readonly kind: "answer"; readonly question: Words; readonly screen: Words | null }
  | { readonly kind: "flow"; readonly flow: string; readonly title: Words }
  | { readonly kind: "page"; readonly page: string }
  | { readonly kind: "none" };

/** Returns what corrects a failed clause, by its name for investors. */
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
