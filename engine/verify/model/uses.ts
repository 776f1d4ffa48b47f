import type { Definition } from "../../flow/definition.ts";
import { argsOf, argumentPointer } from "../../flow/derived-call.ts";
import { pathsOfLogic, pathsOfRule } from "../../flow/paths-read.ts";
import { rulesNamed } from "../../flow/rules-named.ts";
import { placesShown } from "../../flow/shown.ts";
import type { Path } from "../../rules/rule.ts";

/**
 * A data path that a flow file reads: the pointer to the reference, and how the data path is used. In `shows`
 * the data path can end in `?`.
 */
export type Use = {
  readonly path: Path;
  readonly pointer: string;
  readonly as:
    | "fact"
    | "derived"
    | "shows"
    | "prefill"
    | "until"
    | "input"
    | "next"
    | "check"
    | "invariant"
    | "effect"
    | "explains"
    | "entry";
  /** Step that reads the data path. For an invariant, the step that it guards. */
  readonly step: string | null;
};

/** Returns every data path that a flow file reads, directly or through a rule. */
export function usesOf(definition: Definition): readonly Use[] {
  const { flow } = definition;
  const uses: Use[] = [];
  const add = (as: Use["as"], step: string | null, pointer: string, paths: readonly Path[]) => {
    for (const path of paths) uses.push({ path, pointer, as, step });
  };
  for (const [fact, args] of Object.entries(flow.facts))
    for (const [name, path] of Object.entries(args)) add("fact", null, `/facts/${fact}/${name}`, [path]);
  for (const [name, derived] of Object.entries(flow.derived))
    argsOf(derived).forEach((path, index) => {
      add("derived", null, argumentPointer(name, derived, index), [path]);
    });
  flow.entries?.forEach(({ when }, index) => {
    if (when !== undefined && typeof when !== "string")
      add("entry", null, `/entries/${index}/when`, pathsOfLogic(definition, when));
  });
  for (const [id, step] of Object.entries(flow.steps)) {
    for (const { path, at } of placesShown(step)) add("shows", id, `/steps/${id}/shows/${at}`, [path]);
    if (step.kind === "form")
      for (const [field, path] of Object.entries(step.prefill ?? {}))
        add("prefill", id, `/steps/${id}/prefill/${field}`, [path]);
    if (step.kind === "wait" && step.until !== undefined)
      add("until", id, `/steps/${id}/until`, [step.until]);
    if (step.kind === "effect")
      for (const [name, path] of Object.entries(step.input))
        add("input", id, `/steps/${id}/input/${name}`, [path]);
    if ("next" in step)
      step.next.forEach(({ when }, index) => {
        if (when !== undefined && typeof when !== "string")
          add("next", id, `/steps/${id}/next/${index}/when`, pathsOfLogic(definition, when));
      });
  }
  for (const { rule, pointer, as } of rulesNamed(definition)) {
    if (as === "either") continue;
    const [, part = "", name = "", inside = ""] = pointer.split("/");
    const [kind, step]: readonly [Use["as"], string | null] =
      part === "derived"
        ? ["derived", null]
        : part === "entries"
          ? ["entry", null]
          : part === "invariants"
            ? ["invariant", flow.invariants[Number(name)]?.before ?? null]
            : [inside as "check" | "effect" | "explains" | "next", name];
    add(kind, step, pointer, pathsOfRule(definition, rule));
  }
  return uses;
}
