import type { Definition } from "../../flow/definition.ts";
import type { Step } from "../../flow/flow-file.ts";
import { fieldsOf } from "../../flow/form-schema.ts";
import { compileInProcess } from "../../flow/loading.ts";
import { errorAt } from "../../rules/report.ts";
import type { Finding } from "../../rules/rule.ts";
import type { FindingSaying } from "../../rules/sayings.ts";
import { equalJson } from "../../values/canonical-json.ts";
import type { JsonObject } from "../../values/json.ts";
import { takenOnlyBy } from "../cells/taken-only.ts";
import { reachableFrom, successors } from "../check-graph.ts";
import { onlyUndecided } from "../diagram/questions.ts";
import { flowSpaceOf } from "../prove/flow-space.ts";
import { type SymbolicWalk, walkSymbolically } from "../prove/symbolic-walk.ts";
import { witnessOf } from "../prove/witness.ts";
import { readsAfter } from "./reads-after.ts";

/**
 * Whether instances in the middle of `before` may go on in `after`, as its in-flight policy `follow` lets them: every effect
 * and wait that may have left a receipt is still there and means the same, the answers that stand behind it are still taken
 * as far as anybody reads them, and nothing after it reads what only a new question before it would have given.
 * Findings point into the new version's flow file and carry somebody of the old version who has just passed there; none
 * means safe. Instances of another policy do not follow, and nothing is found.
 */
export function proveFollow(before: Definition, after: Definition): readonly Finding[] {
  if (before.flow.inFlight !== "follow") return [];
  const passers = passersOf(before);
  return Object.entries(before.flow.steps).flatMap(([step, old]) => {
    if (old.kind !== "effect" && old.kind !== "wait") return [];
    const faults = faultsAt({ before, after }, step, old);
    if (faults.length === 0) return [];
    const witness = passers(step);
    const file = `flows/${after.flow.id}/flow.json`;
    return faults.map(({ pointer, says }) => ({
      ...errorAt({ file, pointer }, says),
      ...(witness === null ? {} : { witness }),
    }));
  });
}

type Versions = { readonly before: Definition; readonly after: Definition };
type Fault = { readonly pointer: string; readonly says: FindingSaying };

function faultsAt(versions: Versions, step: string, old: Step): readonly Fault[] {
  const now = versions.after.flow.steps[step];
  if (now === undefined || !isSameDeed(old, now))
    return [
      {
        pointer: now === undefined ? "/steps" : `/steps/${step}`,
        says: { key: "follow-receipt-lost", params: { step } },
      },
    ];
  return [...changedAnswers(versions, step), ...unaskedReads(versions, step)];
}

function isSameDeed(old: Step, now: Step): boolean {
  if (old.kind === "effect") return now.kind === "effect" && now.effect === old.effect;
  return old.kind === "wait" && now.kind === "wait" && now.for === old.for;
}

/** An answer behind a receipt is frozen: what is read of it later must have been asked, and be taken still. */
function changedAnswers({ before, after }: Versions, step: string): readonly Fault[] {
  return Object.keys(before.schemas)
    .filter((form) => after.schemas[form] !== undefined && form !== step && leadsTo(before, form, step))
    .flatMap((form) => {
      const had = new Map(fieldsOf(before.schemas[form] ?? {}).map((field) => [field.name, field.schema]));
      return fieldsOf(after.schemas[form] ?? {}).flatMap((field): readonly Fault[] => {
        const path = `answers.${form}.${field.name}`;
        if (!readsAfter(after, step, path)) return [];
        const pointer = `/steps/${step}`;
        const old = had.get(field.name);
        if (old === undefined)
          return field.required
            ? [{ pointer, says: { key: "follow-unasked.field", params: { step, path } } }]
            : [];
        const value = equalJson(old, field.schema) ? undefined : takenOnlyBy(old, field.schema);
        if (value === undefined) return [];
        const given = JSON.stringify(value).slice(0, 80);
        return [{ pointer, says: { key: "follow-refused", params: { step, path, value: given } } }];
      });
    });
}

function unaskedReads({ before, after }: Versions, receipt: string): readonly Fault[] {
  return Object.keys(after.flow.steps)
    .filter((step) => before.flow.steps[step] === undefined && leadsTo(after, step, receipt))
    .filter(
      (step) =>
        readsAfter(after, receipt, `answers.${step}`) || readsAfter(after, receipt, `effects.${step}`),
    )
    .map((step) => ({
      pointer: `/steps/${step}`,
      says: { key: "follow-unasked.step", params: { step, receipt } },
    }));
}

function leadsTo(definition: Definition, from: string, to: string): boolean {
  return successors(definition, from).some((next) => reachableFrom(definition, next).has(to));
}

/** Finds somebody of a version who has just passed a step that leaves a receipt; `null` where nobody is found. */
function passersOf(definition: Definition): (step: string) => JsonObject | null {
  let walk: SymbolicWalk | null | undefined;
  const known = new Map<string, JsonObject | null>();
  const find = (step: string): JsonObject | null => {
    try {
      walk ??= walked(definition);
      return walk && passerAt(walk, step);
    } catch (error) {
      onlyUndecided(error);
      return null;
    }
  };
  return (step) => {
    const found = known.has(step) ? (known.get(step) ?? null) : find(step);
    known.set(step, found);
    return found;
  };
}

function walked(definition: Definition): SymbolicWalk | null {
  const flow = flowSpaceOf(definition, 1_000_000);
  return "findings" in flow ? null : walkSymbolically(flow);
}

function passerAt(walk: SymbolicWalk, step: string): JsonObject | null {
  const { diagrams } = walk.flow.space;
  const compiled = compileInProcess(walk.flow.definition);
  const edges = (walk.sets.get(step)?.edges ?? []).filter(
    ({ crossed, set }) => crossed && set !== diagrams.no,
  );
  for (const edge of edges) {
    const given = walk.sets.get(edge.to)?.given ?? new Set<number>();
    const unread = [...diagrams.support(edge.set)].filter((level) => !given.has(level));
    const witness = witnessOf(
      { walk, compiled: () => compiled, generous: () => walk },
      {
        step: edge.to,
        set: diagrams.forget(edge.set, new Set(unread)),
        answered: false,
        prefer: (one) => (one === edge ? 1 : 0),
        shows: ({ instance }) => instance.receipts.some((receipt) => receipt.step === step),
      },
    );
    if (witness?.replayed === true) return witness.json;
  }
  return null;
}
