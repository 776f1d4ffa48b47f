import type { Definition } from "../../flow/definition.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import { mayLack, reachableFrom, reachesWithout, successors } from "../model/index.ts";
import type { Fault } from "./fault.ts";

/**
 * Checks the graph of steps. The last entry of every `next` has no condition. There are no cycles and no
 * unreachable steps. A `reopen` leads to an earlier step.
 */
export function checkGraph(definition: Definition): readonly Fault[] {
  return [
    ...unconditionalEnds(definition),
    ...circles(definition),
    ...unreachable(definition),
    ...reopens(definition),
    ...bindings(definition),
    ...waits(definition),
  ];
}

function unconditionalEnds({ flow }: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [id, step] of Object.entries(flow.steps)) {
    const next = nextOf(step);
    next.forEach((entry, index) => {
      const last = index === next.length - 1;
      const pointer = `/steps/${id}/next/${index}`;
      if (last && entry.when !== undefined)
        faults.push({
          pointer: `${pointer}/when`,
          says: { key: "next-may-end-nowhere", params: { step: id } },
        });
      if (!last && entry.when === undefined)
        faults.push({
          pointer,
          says: { key: "next-never-read" },
        });
    });
  }
  return faults;
}

function circles(definition: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  const done = new Set<string>();
  for (const start of Object.keys(definition.flow.steps)) {
    if (done.has(start)) continue;
    const open: { readonly id: string; readonly rest: string[] }[] = [
      { id: start, rest: [...successors(definition, start)] },
    ];
    while (open.length > 0) {
      const top = open[open.length - 1] as (typeof open)[number];
      const next = top.rest.pop();
      if (next === undefined) {
        done.add(top.id);
        open.pop();
        continue;
      }
      const from = open.findIndex((entry) => entry.id === next);
      if (from >= 0)
        faults.push({
          pointer: `/steps/${top.id}`,
          says: {
            key: "circle",
            params: { circle: [...open.slice(from).map((entry) => entry.id), next].join(" → ") },
          },
        });
      else if (!done.has(next)) open.push({ id: next, rest: [...successors(definition, next)] });
    }
  }
  return faults;
}

function unreachable(definition: Definition): readonly Fault[] {
  const reached = reachableFrom(definition, definition.flow.start);
  return Object.keys(definition.flow.steps)
    .filter((id) => !reached.has(id))
    .map((id) => ({
      pointer: `/steps/${id}`,
      says: { key: "unreachable-step", params: { step: id } },
    }));
}

function reopens(definition: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  const { flow, effects } = definition;
  for (const [id, step] of Object.entries(flow.steps)) {
    if (step.kind !== "effect" && step.kind !== "challenge") continue;
    for (const [code, route] of Object.entries(step.errors)) {
      if (!("reopen" in route) || !Object.hasOwn(flow.steps, route.reopen)) continue;
      const pointer = `/steps/${id}/errors/${code}/reopen`;
      const between = reachableFrom(definition, route.reopen);
      if (!between.has(id)) {
        faults.push({
          pointer,
          says: { key: "reopen-not-before", params: { reopened: route.reopen, step: id } },
        });
        continue;
      }
      const crossed = [...between].filter((other) => {
        if (other === id || other === route.reopen || !reachableFrom(definition, other).has(id)) return false;
        const crossedStep = flow.steps[other];
        if (crossedStep?.kind === "wait") return true;
        return crossedStep?.kind === "effect" && effects[crossedStep.effect]?.repeatable !== true;
      });
      if (crossed.length > 0)
        faults.push({
          pointer,
          says: { key: "reopen-crosses-receipt", params: { reopened: route.reopen, crossed } },
        });
    }
  }
  return faults;
}

function bindings(definition: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [id, step] of Object.entries(definition.flow.steps)) {
    if (step.kind !== "challenge" || definition.flow.steps[step.binds]?.kind !== "review") continue;
    if (reachesWithout(definition, id, step.binds))
      faults.push({
        pointer: `/steps/${id}/binds`,
        says: { key: "binds-not-before", params: { step: id, review: step.binds } },
      });
  }
  return faults;
}

function waits(definition: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [id, step] of Object.entries(definition.flow.steps)) {
    if (step.kind !== "wait") continue;
    if ((step.within === undefined) === (step.until === undefined))
      faults.push({
        pointer: `/steps/${id}`,
        says: { key: "wait-without-end", params: { step: id } },
      });
    if (mayLackReceipt(definition, id, step.since))
      faults.push({
        pointer: `/steps/${id}/since`,
        says: { key: "since-not-before", params: { step: id, since: step.since } },
      });
  }
  return faults;
}

/**
 * Returns true if people can reach the wait without the receipt that starts it. For example, a failed effect
 * leaves no such receipt.
 */
function mayLackReceipt(definition: Definition, target: string, since: string): boolean {
  const step = definition.flow.steps[since];
  if (step?.kind === "effect") return mayLack(definition, target, { root: "effects", from: since });
  return step !== undefined && reachesWithout(definition, target, since);
}
