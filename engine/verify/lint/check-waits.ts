import type { Definition } from "../../flow/definition.ts";
import type { EffectStep } from "../../flow/flow-file.ts";
import { schemaOfPath } from "../../flow/schema-of-path.ts";
import { choicesOf } from "../../flow/text-keys.ts";
import type { Json } from "../../values/json.ts";
import type { Fault } from "./fault.ts";

/**
 * Reports waits whose event never comes after the effect that started the wait. Either only other effects
 * cause the event, or this effect causes it only with other inputs. People would wait until the deadline.
 */
export function checkWaits(definition: Definition): readonly Fault[] {
  return Object.entries(definition.flow.steps).flatMap(([id, step]): readonly Fault[] => {
    if (step.kind !== "wait") return [];
    const sentBy = definition.events[step.for]?.sentBy;
    const since = definition.flow.steps[step.since];
    if (sentBy === undefined || since?.kind !== "effect") return [];
    const params = { event: step.for, effect: since.effect };
    const after = Object.hasOwn(sentBy, since.effect) ? sentBy[since.effect] : undefined;
    if (after === undefined)
      return [{ pointer: `/steps/${id}/since`, says: { key: "wait-unheard", params } }];
    return Object.entries(after).flatMap(([name, values]): readonly Fault[] => {
      const wrong = valuesOf(definition, since, name).filter((value) => !values.includes(value));
      return wrong.map((value) => ({
        pointer: `/steps/${id}/since`,
        says: { key: "wait-unheard.input", params: { ...params, name, value: String(value) } },
      }));
    });
  });
}

/**
 * Returns the values that an effect can get as an input. The result contains `null` if the input may be
 * omitted. If the values are not a closed list, the result contains no other value.
 */
function valuesOf(definition: Definition, { input }: EffectStep, name: string): readonly Json[] {
  const path = input[name] ?? input[`${name}?`];
  if (path === undefined) return [null];
  const listed = choicesOf(schemaOfPath(definition, path) ?? {});
  return input[name] === undefined ? [...listed, null] : listed;
}
