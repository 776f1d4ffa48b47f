import type { Definition } from "../../flow/definition.ts";
import type { Step } from "../../flow/flow-file.ts";
import { fieldsOf } from "../../flow/form-schema.ts";
import { compileInProcess } from "../../flow/loading.ts";
import { tradeOf } from "../../flow/trade.ts";
import type { FindingMessage } from "../../rules/message.ts";
import { errorAt } from "../../rules/report.ts";
import type { Finding } from "../../rules/rule.ts";
import type { JsonObject } from "../../values/json.ts";
import { onlyUndecided, reachableFrom, successors, takenOnlyBy } from "../model/index.ts";
import { type Ordinary, ordinaryValues } from "../witness/index.ts";
import { flowSpaceOf } from "./flow-space.ts";
import { readsAfter } from "./reads-after.ts";
import { type StepSets, type SymbolicWalk, walkSymbolically } from "./symbolic-walk.ts";
import { witnessOf } from "./witness.ts";

/**
 * Checks whether open instances of `before` can continue in `after`, if the in-flight policy of `after` is
 * `follow`. Every effect and wait that may have a receipt must still exist with the same meaning. Earlier
 * answers must still be valid where they are read. Later steps must not read the answer to a new earlier
 * question.
 *
 * Each finding points into the new version's flow file and contains a person of the old version who has just
 * passed the step. Without findings, following is safe. Only the newer version's policy counts: if it is not
 * `follow`, the function returns no findings.
 */
export function proveFollow(before: Definition, after: Definition, ordinary?: Ordinary): readonly Finding[] {
  if (after.flow.inFlight !== "follow") return [];
  const passers = passersOf(before, ordinary);
  const file = `flows/${after.flow.id}/flow.json`;
  return Object.entries(before.flow.steps)
    .filter(([, old]) => deedOf(old) !== null)
    .flatMap(([step]) =>
      faultsAt({ before, after }, step).map(({ pointer, says }) => {
        const witness = passers(step);
        return { ...errorAt({ file, pointer }, says), ...(witness === null ? {} : { witness }) };
      }),
    );
}

type Versions = { readonly before: Definition; readonly after: Definition };
type Fault = { readonly pointer: string; readonly says: FindingMessage };

function faultsAt(versions: Versions, step: string): readonly Fault[] {
  const [old, now] = [versions.before.flow.steps[step], versions.after.flow.steps[step]];
  if (deedOf(old) !== deedOf(now))
    return [
      {
        pointer: now === undefined ? "/steps" : `/steps/${step}`,
        says: { key: "follow-receipt-lost", params: { step } },
      },
    ];
  return [...changedAnswers(versions, step), ...unaskedReads(versions, step)];
}

/** Returns the effect or event of a step that leaves a receipt, or `null` for other steps. */
function deedOf(step: Step | undefined): string | null {
  if (step?.kind === "effect") return `effect ${step.effect}`;
  return step?.kind === "wait" ? `wait ${step.for}` : null;
}

/**
 * Reports frozen answers that the new version would read differently. An answer before a receipt cannot
 * change any more. So each part that the new version reads later must have been asked in the old version and
 * must still be valid.
 */
function changedAnswers({ before, after }: Versions, step: string): readonly Fault[] {
  return Object.entries(before.schemas)
    .filter(([form]) => leadsTo(before, form, step))
    .flatMap(([form, schema]) => {
      const had = new Map(fieldsOf(schema).map((field) => [field.name, field.schema]));
      return fieldsOf(after.schemas[form] ?? {}).flatMap((field): readonly Fault[] => {
        const path = `answers.${form}.${field.name}`;
        if (!readsAfter(after, step, path)) return [];
        const pointer = `/steps/${step}`;
        const old = had.get(field.name);
        if (old === undefined)
          return field.required
            ? [{ pointer, says: { key: "follow-unasked.field", params: { step, path } } }]
            : [];
        const value = takenOnlyBy(old, field.schema, tradeOf(after).formats);
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

/**
 * Returns a function that finds a person who has just passed a step with a receipt. The function returns
 * `null` if it finds none.
 */
function passersOf(
  definition: Definition,
  ordinary: Ordinary | undefined,
): (step: string) => JsonObject | null {
  let walk: SymbolicWalk | null | undefined;
  return (step) => {
    try {
      walk ??= walked(definition);
      return walk && passerAt(walk, step, ordinary);
    } catch (error) {
      onlyUndecided(error);
      return null;
    }
  };
}

function walked(definition: Definition): SymbolicWalk | null {
  const flow = flowSpaceOf(definition, 1_000_000);
  return "findings" in flow ? null : walkSymbolically(flow, { straight: true });
}

function passerAt(walk: SymbolicWalk, step: string, ordinary: Ordinary | undefined): JsonObject | null {
  const usual = ordinary === undefined ? null : ordinaryValues(walk.flow.definition, ordinary);
  const compiled = compileInProcess(walk.flow.definition);
  const { edges } = walk.sets.get(step) as StepSets;
  for (const edge of edges.filter(({ crossed }) => crossed)) {
    const witness = witnessOf(
      { walk, compiled: () => compiled, generous: () => walk, ordinary: usual },
      {
        step: edge.to,
        set: edge.set,
        answered: false,
        prefer: (one) => Number(one === edge),
        shows: ({ instance }) => instance.receipts.some((receipt) => receipt.step === step),
      },
    );
    if (witness?.replayed) return witness.json;
  }
  return null;
}
