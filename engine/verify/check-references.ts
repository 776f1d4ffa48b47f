import type { Definition } from "../flow/definition.ts";
import { derivedFunctions } from "../flow/derived.ts";
import { fieldsOf, isObject } from "../flow/form-schema.ts";
import { rulesNamed } from "../flow/read-definition.ts";
import { formSchemaFile, hasForm, targetsOf } from "../flow/step-kinds.ts";
import { isInheritedName } from "../rules/operators.ts";
import type { JsonSchema } from "../values/json.ts";
import { type Fault, listed } from "./fault.ts";

/** Every name leads somewhere: steps, rules, facts with their arguments, derived functions, error codes, groups. */
export function checkReferences(definition: Definition): readonly Fault[] {
  return [
    ...stepReferences(definition),
    ...ruleReferences(definition),
    ...factReferences(definition),
    ...derivedReferences(definition),
    ...codeReferences(definition),
    ...fieldReferences(definition),
    ...secrets(definition),
  ];
}

function stepReferences({ flow }: Definition): readonly Fault[] {
  const steps = Object.keys(flow.steps);
  const faults: Fault[] = [];
  const need = (step: string, pointer: string) => {
    if (!Object.hasOwn(flow.steps, step))
      faults.push({
        pointer,
        code: "unknown-step",
        what: `there is no step "${step}"`,
        mend: `Name one of: ${listed(steps)}.`,
      });
  };
  for (const id of steps)
    if (isInheritedName(id) || !/^[a-z][a-z0-9-]*$/.test(id))
      faults.push({
        pointer: `/steps/${id}`,
        code: "step-name",
        what: `"${id}" cannot name a step`,
        mend: "Use small letters, digits and hyphens, and no name that every JavaScript object has.",
      });
  need(flow.start, "/start");
  flow.invariants.forEach((invariant, index) => {
    need(invariant.before, `/invariants/${index}/before`);
  });
  for (const [id, step] of Object.entries(flow.steps)) {
    for (const target of targetsOf(id, step)) need(target.to, target.pointer);
    if (step.kind === "challenge") {
      need(step.binds, `/steps/${id}/binds`);
      if (flow.steps[step.binds] !== undefined && flow.steps[step.binds]?.kind !== "review")
        faults.push({
          pointer: `/steps/${id}/binds`,
          code: "binds-no-review",
          what: `"${step.binds}" is no review, so there are no values to bind`,
          mend: 'Name a step of kind "review" that comes before.',
        });
    }
    if (step.kind === "wait") {
      need(step.since, `/steps/${id}/since`);
      const kind = flow.steps[step.since]?.kind;
      if (kind !== undefined && kind !== "effect" && kind !== "wait")
        faults.push({
          pointer: `/steps/${id}/since`,
          code: "since-no-receipt",
          what: `step "${step.since}" leaves no receipt from which the wait could begin`,
          mend: "Name an effect or another wait that comes before.",
        });
    }
    if (step.group !== undefined && !(flow.groups ?? []).includes(step.group))
      faults.push({
        pointer: `/steps/${id}/group`,
        code: "unknown-group",
        what: `there is no group "${step.group}"`,
        mend: `Add it to "groups" or name one of: ${listed(flow.groups ?? [])}.`,
      });
  }
  return faults;
}

function ruleReferences(definition: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  for (const { rule, pointer, as } of rulesNamed(definition.flow)) {
    const file = Object.hasOwn(definition.rules, rule) ? definition.rules[rule] : undefined;
    if (file === undefined)
      faults.push({
        pointer,
        code: "unknown-rule",
        what: `there is no rule "${rule}"`,
        mend: `Write flows/${definition.flow.id}/rules/${rule}.json (or in flows/shared/rules), or name one of: ${listed(Object.keys(definition.rules))}.`,
      });
    else if (as === "value" && file.value === undefined)
      faults.push({
        pointer,
        code: "rule-without-value",
        what: `rule "${rule}" says yes or no and has no value`,
        mend: 'Use it as a "when" or a "check", or give the rule a "value".',
      });
    else if (as === "must" && file.must === undefined && !pointer.endsWith("/when"))
      faults.push({
        pointer,
        code: "rule-with-value",
        what: `rule "${rule}" has a value and does not say yes or no`,
        mend: 'Name it under "derived" and compare that.',
      });
  }
  return faults;
}

function factReferences({ flow, facts, schemas }: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [name, args] of Object.entries(flow.facts)) {
    const declaration = Object.hasOwn(facts, name) ? facts[name] : undefined;
    if (declaration === undefined) {
      faults.push({
        pointer: `/facts/${name}`,
        code: "unknown-fact",
        what: `flows/shared/facts.json does not declare the fact "${name}"`,
        mend: "Declare it there, or take it away here.",
      });
      continue;
    }
    const declared = Object.keys(declaration.args ?? {});
    for (const argument of declared)
      if (!Object.hasOwn(args, argument))
        faults.push({
          pointer: `/facts/${name}`,
          code: "missing-argument",
          what: `the fact "${name}" needs the argument "${argument}"`,
          mend: `Write {"${argument}": "answers.<step>.<field>"}.`,
        });
    for (const [argument, path] of Object.entries(args)) {
      if (!declared.includes(argument))
        faults.push({
          pointer: `/facts/${name}/${argument}`,
          code: "unknown-argument",
          what: `the fact "${name}" has no argument "${argument}"`,
          mend: `Its arguments: ${listed(declared)}.`,
        });
      if (!Object.hasOwn(schemas, path.split(".")[1] ?? ""))
        faults.push({
          pointer: `/facts/${name}/${argument}`,
          code: "unknown-path",
          what: `"${path}" is no answer of this flow`,
          mend: `Name a field of one of: ${listed(Object.keys(schemas))}.`,
        });
    }
  }
  return faults;
}

function derivedReferences({ flow }: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [name, derived] of Object.entries(flow.derived)) {
    if ("rule" in derived) continue;
    const known = Object.hasOwn(derivedFunctions, derived.fn) ? derivedFunctions[derived.fn] : undefined;
    if (known === undefined)
      faults.push({
        pointer: `/derived/${name}/fn`,
        code: "unknown-function",
        what: `there is no function "${derived.fn}"`,
        mend: `Name one of: ${Object.entries(derivedFunctions)
          .map(([fn, { meaning }]) => `${fn} (${meaning})`)
          .join("; ")}.`,
      });
    else if (known.rest === undefined && derived.args.length !== known.args.length)
      faults.push({
        pointer: `/derived/${name}/args`,
        code: "argument-count",
        what: `"${derived.fn}" takes ${known.args.length} arguments, not ${derived.args.length}`,
        mend: `It is the ${known.meaning}.`,
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
          code: "error-without-route",
          what: `effect "${step.effect}" may fail with "${code}" and nothing says what then`,
          mend: `Add "${code}": {"to": …}, {"reopen": …}, {"ask": …} or {"retry": …, "to": …}.`,
        });
    for (const code of Object.keys(step.errors))
      if (!Object.hasOwn(signature.errors, code))
        faults.push({
          pointer: `/steps/${id}/errors/${code}`,
          code: "unknown-error",
          what: `effect "${step.effect}" never fails with "${code}"`,
          mend: `Its codes: ${listed(Object.keys(signature.errors))}.`,
        });
    if (step.form === true && signature.mode === "remote")
      faults.push({
        pointer: `/steps/${id}/form`,
        code: "secrets-cannot-wait",
        what: "a remote effect runs after the request, when the secrets of its form are gone",
        mend: "Ask on a form step before, or use a local effect.",
      });
  }
  return faults;
}

function fieldReferences({ flow, fieldOrder }: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  const need = (step: string, field: string, pointer: string) => {
    const known = fieldOrder[step];
    if (known !== undefined && !known.includes(field.split(".")[0] ?? ""))
      faults.push({
        pointer,
        code: "unknown-field",
        what: `step "${step}" has no field "${field}"`,
        mend: `Name one of: ${listed(known)}.`,
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
            code: "ask-without-form",
            what: `step "${id}" has no form of its own to ask again`,
            mend: 'Reopen the step that asked: {"reopen": "<step>", "field": "<field>"}.',
          });
        else need(id, route.ask, `${pointer}/ask`);
      }
      if ("retry" in route && hasForm(step))
        faults.push({
          pointer,
          code: "secrets-cannot-wait",
          what: "an effect cannot be tried again by itself when the secrets of its form are gone",
          mend: 'Ask again: {"ask": "<field>"}, or go on with {"to": …}.',
        });
      if ("reopen" in route && route.field !== undefined) need(route.reopen, route.field, `${pointer}/field`);
      if ("reopen" in route && flow.steps[route.reopen] !== undefined) {
        const kind = flow.steps[route.reopen]?.kind;
        if (kind !== "form" && kind !== "review")
          faults.push({
            pointer: `${pointer}/reopen`,
            code: "reopen-no-answer",
            what: `step "${route.reopen}" has no answer that could be contested`,
            mend: "Reopen a form or a review.",
          });
      }
    }
  }
  return faults;
}

/** Secrets stand only where they are never stored: directly on the form of an effect. */
function secrets({ flow, schemas }: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [id, step] of Object.entries(flow.steps)) {
    const schema = schemas[id];
    if (schema === undefined || !hasForm(step)) continue;
    for (const path of secretsIn(schema)) {
      if (step.kind === "effect" && path.length === 1) continue;
      faults.push({
        file: formSchemaFile(flow.id, id, step),
        pointer: `/properties/${path.join("/properties/")}/writeOnly`,
        code: "secret-in-answer",
        what:
          step.kind === "form"
            ? `"${path.join(".")}" is a secret, and a form step's answer is stored`
            : `"${path.join(".")}" is a secret inside a group, and what is not secret in the group is stored`,
        mend:
          step.kind === "form"
            ? 'Ask it on the form of the effect that uses it: "kind": "effect", "form": true.'
            : "Make it a field of the form itself.",
      });
    }
  }
  return faults;
}

function secretsIn(schema: JsonSchema): readonly (readonly string[])[] {
  const inner = schema.type === "array" && isObject(schema.items) ? schema.items : schema;
  return fieldsOf(inner).flatMap((field) =>
    field.schema.writeOnly === true
      ? [[field.name]]
      : secretsIn(field.schema).map((path) => [field.name, ...path]),
  );
}
