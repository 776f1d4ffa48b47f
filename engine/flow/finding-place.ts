import type { Finding } from "../rules/rule.ts";

/**
 * Where a finding can be fixed, derived from its file and pointer. `offer`: something declared in code
 * (effects, events, facts and assumptions about them), which no flow can change. `common`: a form or list
 * that several flows share.
 */
export type FindingPlace =
  | { readonly kind: "flow"; readonly flow: string; readonly part?: string }
  | {
      readonly kind: "step";
      readonly flow: string;
      readonly step: string;
      readonly field?: string;
      /** Part of the step or field, such as `next`, `shows` or `maxLength`. */
      readonly part?: string;
    }
  | {
      readonly kind: "rule";
      /** File of the rule. */
      readonly rule: string;
      /** Index of the clause or case, from 0. */
      readonly clause?: number;
      readonly case?: number;
      readonly part?: string;
    }
  | {
      readonly kind: "text";
      readonly language: string;
      /** Key of the text, such as `order:invest.amount.title`. */
      readonly key: string;
    }
  | { readonly kind: "common"; readonly schema: string; readonly field?: string; readonly part?: string }
  | { readonly kind: "switches"; readonly environment: string }
  | { readonly kind: "offer"; readonly file: string };

/**
 * Derives where a finding can be fixed from its file and pointer. Returns `null` if the file does not belong
 * to a definition.
 */
export function placeOfFinding({ file, pointer }: Pick<Finding, "file" | "pointer">): FindingPlace | null {
  const names = pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const rule = /^flows\/[^/]+\/rules\/[^/]+\.json$/.test(file);
  if (rule) return placeInRule(file, names);
  if (
    /^flows\/shared\//.test(file) ||
    /^schemas\/(?:effects|events)\//.test(file) ||
    file === "flags/catalogue.json"
  )
    return { kind: "offer", file };
  const flow = /^flows\/([^/]+)\/flow\.json$/.exec(file)?.[1];
  if (flow !== undefined) return placeInFlow(flow, names);
  const [, folder, form] = /^schemas\/([^/]+)\/(.+)\.json$/.exec(file) ?? [];
  if (folder !== undefined && form !== undefined)
    return folder === "common"
      ? { kind: "common", schema: form, ...fieldIn(names) }
      : { kind: "step", flow: folder, step: form, ...fieldIn(names) };
  const [, language, namespace] = /^locales\/([^/]+)\/(.+)\.json$/.exec(file) ?? [];
  if (language !== undefined) return { kind: "text", language, key: `${namespace}:${names.join(".")}` };
  const environment = /^flags\/(.+)\.json$/.exec(file)?.[1];
  return environment === undefined ? null : { kind: "switches", environment };
}

function placeInFlow(flow: string, [root, step, part, field]: readonly string[]): FindingPlace {
  if (root !== "steps" || step === undefined) return { kind: "flow", flow, ...named("part", root) };
  const isOfField = part === "ui" || part === "prefill";
  return {
    kind: "step",
    flow,
    step,
    ...(isOfField ? named("field", field) : {}),
    ...named("part", part),
  };
}

function placeInRule(rule: string, [root, index, part]: readonly string[]): FindingPlace {
  const number = index === undefined ? undefined : Number(index);
  if (root === "must" && number !== undefined)
    return { kind: "rule", rule, clause: number, ...named("part", part) };
  if (root === "cases" && number !== undefined)
    return { kind: "rule", rule, case: number, ...named("part", part) };
  return { kind: "rule", rule, ...named("part", root) };
}

/**
 * Returns the form question that a pointer leads to, in any part of the schema, and the keyword below the
 * question.
 */
function fieldIn(names: readonly string[]): { readonly field?: string; readonly part?: string } {
  const inside: string[] = [];
  let last = -1;
  names.forEach((name, index) => {
    if (names[index - 1] === "properties" && name !== "properties") {
      if (last >= 0 && names.slice(last, index).includes("items")) inside.push("items");
      inside.push(name);
      last = index;
    }
  });
  const part = names[last + 1];
  return { ...(inside.length === 0 ? {} : { field: inside.join(".") }), ...named("part", part) };
}

function named<Name extends string>(
  name: Name,
  value: string | undefined,
): { readonly [one in Name]?: string } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [one in Name]?: string };
}
