import type { Definition } from "../../engine/flow/definition.ts";
import type { FlowFile, Step } from "../../engine/flow/flow-file.ts";
import { errorAt } from "../../engine/rules/report.ts";
import type { Finding } from "../../engine/rules/rule.ts";

/**
 * Whether instances in the middle of `before` may go on in `after` (in-flight policy `follow`): every effect and wait
 * that may have left a receipt is still there and means the same, the answers that stand behind it are still taken,
 * and nothing that can come after it reads what only a new step before it would have given.
 * Findings point into the new version's flow file; none means safe.
 */
export function followFindings(before: Definition, after: Definition): readonly Finding[] {
  const lasting = Object.entries(before.flow.steps).filter(
    ([, step]) => step.kind === "effect" || step.kind === "wait",
  );
  return lasting.flatMap(([name, old]) => {
    const now = after.flow.steps[name];
    if (now === undefined || !sameDeed(old, now)) return [removed(after.flow, name)];
    return [...changedAnswers(before, after, name), ...unaskedReads(before.flow, after, name)];
  });
}

function sameDeed(old: Step, now: Step): boolean {
  if (old.kind === "effect") return now.kind === "effect" && now.effect === old.effect;
  return old.kind === "wait" && now.kind === "wait" && now.for === old.for;
}

function removed(flow: FlowFile, step: string): Finding {
  return finding(flow, {
    pointer: flow.steps[step] === undefined ? "/steps" : `/steps/${step}`,
    says: { key: "follow-receipt-lost", params: { step } },
  });
}

/** An answer behind a receipt is frozen: it must not need a field that the old form did not ask. */
function changedAnswers(before: Definition, after: Definition, lasting: string): readonly Finding[] {
  return Object.keys(before.flow.steps)
    .filter(
      (form) => before.schemas[form] !== undefined && after.schemas[form] !== undefined && form !== lasting,
    )
    .filter((form) => leadsTo(before.flow, form, lasting))
    .flatMap((form) => {
      const had = new Set(before.fieldOrder[form] ?? []);
      const needs = stringList(after.schemas[form]?.required).filter((field) => !had.has(field));
      const readers = needs.filter((field) => readsAfter(after, lasting, `answers.${form}.${field}`));
      return readers.map((field) =>
        finding(after.flow, {
          pointer: `/steps/${lasting}`,
          says: { key: "follow-unasked.field", params: { step: lasting, path: `answers.${form}.${field}` } },
        }),
      );
    });
}

function unaskedReads(before: FlowFile, after: Definition, lasting: string): readonly Finding[] {
  return Object.keys(after.flow.steps)
    .filter((step) => before.steps[step] === undefined && leadsTo(after.flow, step, lasting))
    .filter(
      (step) =>
        readsAfter(after, lasting, `answers.${step}`) || readsAfter(after, lasting, `effects.${step}`),
    )
    .map((step) =>
      finding(after.flow, {
        pointer: `/steps/${step}`,
        says: { key: "follow-unasked.step", params: { step, receipt: lasting } },
      }),
    );
}

function readsAfter(definition: Definition, from: string, path: string): boolean {
  return [...after(definition.flow, from)].some((step) =>
    readsOf(definition, definition.flow.steps[step]).some((text) => within(text, path)),
  );
}

/** Every text in a step, in the rules that it names and in the derived values that these read: places among them. */
function readsOf({ flow, rules }: Definition, step: Step | undefined): readonly string[] {
  const seen = new Set<string>();
  const queue = [...strings(step)];
  for (let text = queue.pop(); text !== undefined; text = queue.pop()) {
    if (seen.has(text)) continue;
    seen.add(text);
    const rule = rules[text];
    if (rule !== undefined) queue.push(...strings(rule.must ?? rule.value));
    const derived = text.startsWith("derived.") ? flow.derived[text.split(/[.?]/)[1] ?? ""] : undefined;
    if (derived !== undefined) queue.push(...strings(derived));
  }
  return [...seen];
}

function within(text: string, path: string): boolean {
  const place = text.replace(/\?$/, "");
  return place === path || place.startsWith(`${path}.`);
}

/** Steps that can come after `from`, without itself. */
function after(flow: FlowFile, from: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const queue = targets(flow.steps[from]);
  for (let step = queue.pop(); step !== undefined; step = queue.pop()) {
    if (seen.has(step)) continue;
    seen.add(step);
    queue.push(...targets(flow.steps[step]));
  }
  return seen;
}

function leadsTo(flow: FlowFile, from: string, to: string): boolean {
  return after(flow, from).has(to);
}

function targets(step: Step | undefined): string[] {
  if (step === undefined) return [];
  const next = "next" in step ? step.next.map(({ to }) => to) : [];
  const errors =
    "errors" in step ? Object.values(step.errors).flatMap((route) => ("to" in route ? [route.to] : [])) : [];
  const timeout = step.kind === "wait" ? [step.onTimeout.to] : [];
  return [...next, ...errors, ...timeout];
}

function strings(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(strings);
}

function stringList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

function finding(flow: FlowFile, { pointer, says }: Pick<Finding, "pointer" | "says">): Finding {
  return errorAt({ file: `flows/${flow.id}/flow.json`, pointer }, says);
}
