import type { Definition } from "../../flow/definition.ts";
import type { WaitStep } from "../../flow/flow-file.ts";
import { fieldsOf } from "../../flow/form-schema.ts";
import { rulesNamed } from "../../flow/rules-named.ts";
import { hasForm, targetsOf } from "../../flow/step-kinds.ts";
import { functionOf, tradeOf } from "../../flow/trade.ts";
import { isInheritedName } from "../../rules/operators.ts";
import type { Fault } from "./fault.ts";

/**
 * Checks that every name exists: steps, rules, facts with their arguments, derived functions, error codes and
 * groups.
 */
export function checkReferences(definition: Definition): readonly Fault[] {
  return [
    ...stepReferences(definition),
    ...ruleReferences(definition),
    ...factReferences(definition),
    ...derivedReferences(definition),
    ...codeReferences(definition),
    ...fieldReferences(definition),
  ];
}

function stepReferences(definition: Definition): readonly Fault[] {
  const { flow, events } = definition;
  const steps = Object.keys(flow.steps);
  const faults: Fault[] = [];
  const need = (step: string, pointer: string) => {
    if (!Object.hasOwn(flow.steps, step))
      faults.push({
        pointer,
        says: { key: "unknown-step", params: { step, steps } },
      });
  };
  for (const id of steps)
    if (isInheritedName(id) || !/^[a-z][a-z0-9-]*$/.test(id))
      faults.push({
        pointer: `/steps/${id}`,
        says: { key: "step-name", params: { step: id } },
      });
  need(flow.start, "/start");
  flow.invariants.forEach((invariant, index) => {
    need(invariant.before, `/invariants/${index}/before`);
  });
  for (const [id, step] of Object.entries(flow.steps)) {
    for (const target of targetsOf(id, step)) need(target.to, target.pointer);
    if (step.kind === "challenge") {
      const named = step as { readonly [name: string]: unknown };
      for (const name of step.challenge === "otp" ? ["action", "channel"] : [])
        if (named[name] === undefined)
          faults.push({ pointer: `/steps/${id}`, says: { key: "wrong-shape.required", params: { name } } });
      need(step.binds, `/steps/${id}/binds`);
      if (flow.steps[step.binds] !== undefined && flow.steps[step.binds]?.kind !== "review")
        faults.push({
          pointer: `/steps/${id}/binds`,
          says: { key: "binds-no-review", params: { step: step.binds } },
        });
    }
    if (step.kind === "wait") {
      need(step.since, `/steps/${id}/since`);
      const kind = flow.steps[step.since]?.kind;
      if (kind !== undefined && kind !== "effect" && kind !== "wait")
        faults.push({
          pointer: `/steps/${id}/since`,
          says: { key: "since-no-receipt", params: { step: step.since } },
        });
      const unmet = kind === "effect" || kind === "wait" ? unmatched(definition, step) : undefined;
      if (unmet !== undefined)
        faults.push({
          pointer: `/steps/${id}/since`,
          says: { key: "since-unmatched", params: { step: step.since, event: step.for, name: unmet } },
        });
      const ends = events[step.for]?.until;
      const until = `effects.${step.since}.${ends}`;
      if (ends !== undefined && unmet === undefined && step.until?.replace(/\?$/, "") !== until)
        faults.push({
          pointer: `/steps/${id}/${step.within === undefined ? "until" : "within"}`,
          says: { key: "until-not-given", params: { event: step.for, until } },
        });
    }
    if (step.group !== undefined && !(flow.groups ?? []).includes(step.group))
      faults.push({
        pointer: `/steps/${id}/group`,
        says: { key: "unknown-group", params: { group: step.group, groups: flow.groups ?? [] } },
      });
  }
  return faults;
}

/**
 * Returns a property that an event needs to find the waiting instance, but that does not match the receipt
 * before the wait. Either the receipt can lack the property, or its type differs. Returns `undefined` if all
 * properties match.
 */
function unmatched({ flow, effects, events }: Definition, wait: WaitStep): string | undefined {
  const event = events[wait.for];
  const since = flow.steps[wait.since];
  // The receipt of a wait contains no output.
  const output = since?.kind === "effect" ? effects[since.effect]?.output : {};
  if (event === undefined || output === undefined) return undefined;
  const given = new Map(fieldsOf(output).map((field) => [field.name, field]));
  const wanted = new Map(fieldsOf(event.data).map(({ name, schema }) => [name, schema]));
  return event.match?.find((name) => {
    const field = given.get(name);
    const as = wanted.get(name);
    return field?.required !== true || field.schema.type !== as?.type || field.schema.format !== as?.format;
  });
}

function ruleReferences(definition: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  for (const { rule, pointer, as } of rulesNamed(definition)) {
    const file = Object.hasOwn(definition.rules, rule) ? definition.rules[rule] : undefined;
    if (file === undefined)
      faults.push({
        pointer,
        says: {
          key: "unknown-rule.files",
          params: { rule, flow: definition.flow.id, rules: Object.keys(definition.rules) },
        },
      });
    else if (as === "value" && file.value === undefined)
      faults.push({
        pointer,
        says: { key: "rule-without-value", params: { rule } },
      });
    else if (as === "must" && file.must === undefined)
      faults.push({
        pointer,
        says: { key: "rule-with-value", params: { rule } },
      });
  }
  return faults;
}

function factReferences({ flow, facts }: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [name, args] of Object.entries(flow.facts)) {
    const declaration = Object.hasOwn(facts, name) ? facts[name] : undefined;
    if (declaration === undefined) {
      faults.push({
        pointer: `/facts/${name}`,
        says: { key: "unknown-fact", params: { fact: name } },
      });
      continue;
    }
    const declared = Object.keys(declaration.args ?? {});
    for (const argument of declared)
      if (!Object.hasOwn(args, argument))
        faults.push({
          pointer: `/facts/${name}`,
          says: { key: "missing-argument", params: { fact: name, argument } },
        });
    for (const argument of Object.keys(args))
      if (!declared.includes(argument))
        faults.push({
          pointer: `/facts/${name}/${argument}`,
          says: { key: "unknown-argument", params: { fact: name, argument, declared } },
        });
  }
  return faults;
}

function derivedReferences(definition: Definition): readonly Fault[] {
  const trade = tradeOf(definition);
  const faults: Fault[] = [];
  for (const [name, derived] of Object.entries(definition.flow.derived)) {
    if (!("fn" in derived)) continue;
    const known = functionOf(trade, derived.fn);
    if (known === undefined)
      faults.push({
        pointer: `/derived/${name}/fn`,
        says: {
          key: "unknown-function",
          params: { name: derived.fn, functions: Object.keys(trade.functions) },
        },
      });
    else if (known.rest === undefined && derived.args.length !== known.args.length)
      faults.push({
        pointer: `/derived/${name}/args`,
        says: {
          key: "argument-count",
          params: {
            name: derived.fn,
            wanted: known.args.length,
            given: derived.args.length,
            meaning: known.meaning,
          },
        },
      });
  }
  return faults;
}

function codeReferences({ flow, effects }: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [id, step] of Object.entries(flow.steps)) {
    if (step.kind !== "effect") continue;
    const signature = effects[step.effect];
    if (signature === undefined) continue;
    for (const code of Object.keys(signature.errors))
      if (!Object.hasOwn(step.errors, code))
        faults.push({
          pointer: `/steps/${id}/errors`,
          says: { key: "error-without-route", params: { effect: step.effect, code } },
        });
    for (const code of Object.keys(step.errors))
      if (!Object.hasOwn(signature.errors, code))
        faults.push({
          pointer: `/steps/${id}/errors/${code}`,
          says: {
            key: "unknown-error",
            params: { effect: step.effect, code, codes: Object.keys(signature.errors) },
          },
        });
    if (step.form === true && signature.mode === "remote")
      faults.push({
        pointer: `/steps/${id}/form`,
        says: { key: "secrets-cannot-wait.remote" },
      });
  }
  return faults;
}

function fieldReferences({ flow, fieldOrder }: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  const need = (step: string, field: string, pointer: string) => {
    const known = fieldOrder[step];
    if (known !== undefined && !known.includes(field.split(".")[0] as string))
      faults.push({
        pointer,
        says: { key: "unknown-field", params: { step, field, fields: known } },
      });
  };
  for (const [id, step] of Object.entries(flow.steps)) {
    for (const field of Object.keys(step.ui ?? {})) need(id, field, `/steps/${id}/ui/${field}`);
    if (step.kind !== "effect" && step.kind !== "challenge") continue;
    for (const [code, route] of Object.entries(step.errors)) {
      const pointer = `/steps/${id}/errors/${code}`;
      if ("ask" in route) {
        if (!hasForm(step))
          faults.push({
            pointer,
            says: { key: "ask-without-form", params: { step: id } },
          });
        else need(id, route.ask, `${pointer}/ask`);
      }
      if ("retry" in route && hasForm(step))
        faults.push({
          pointer,
          says: { key: "secrets-cannot-wait" },
        });
      if ("reopen" in route && route.field !== undefined) need(route.reopen, route.field, `${pointer}/field`);
      if ("reopen" in route && flow.steps[route.reopen] !== undefined) {
        const kind = flow.steps[route.reopen]?.kind;
        if (kind !== "form" && kind !== "review")
          faults.push({
            pointer: `${pointer}/reopen`,
            says: { key: "reopen-no-answer", params: { step: route.reopen } },
          });
      }
    }
  }
  return faults;
}
