import type { Definition } from "../../flow/definition.ts";
import { pathsOfRule } from "../../flow/paths-read.ts";
import {
  answerPlacesBehind,
  challengesFor,
  confirmationOf,
  confirmersOf,
  type Miss,
  overlaps,
  reachableFrom,
  reachesPast,
  successors,
} from "../model/index.ts";
import type { Fault } from "./fault.ts";

/** Checks who can reach an effect. The effect may require an account, a challenge and rules. */
export function checkAccess(definition: Definition): readonly Fault[] {
  return [
    ...accounts(definition),
    ...requirements(definition),
    ...judgedOtherwise(definition),
    ...confirmations(definition),
    ...codes(definition),
  ];
}

/**
 * Reports effects and challenges that need an account in a flow for visitors. A visitor has no PIN, no
 * verified address, and no records that an effect could change. A code sent to an address that the visitor
 * typed proves only that address.
 */
function accounts({ flow, effects }: Definition): readonly Fault[] {
  if (flow.subject === "account") return [];
  return Object.entries(flow.steps).flatMap(([id, step]): readonly Fault[] => {
    if (step.kind === "challenge" && step.challenge === "otp" && step.to !== undefined) return [];
    if (step.kind === "challenge")
      return [
        {
          pointer: `/steps/${id}/challenge`,
          says: { key: "needs-account.challenge", params: { step: id, challenge: step.challenge } },
        },
      ];
    if (step.kind !== "effect" || effects[step.effect]?.subject !== "account") return [];
    return [
      {
        pointer: `/steps/${id}/effect`,
        says: { key: "needs-account", params: { step: id, effect: step.effect } },
      },
    ];
  });
}

/**
 * Reports required rules that are not invariants. Rules that a signature requires must be invariants of the
 * flow, so that they are read, compared and proved in the flow.
 */
function requirements({ flow, effects }: Definition): readonly Fault[] {
  return Object.entries(flow.steps).flatMap(([id, step]): readonly Fault[] => {
    if (step.kind !== "effect") return [];
    const { effect } = step;
    return (effects[effect]?.requires ?? [])
      .filter((rule) => !flow.invariants.some((one) => one.before === id && one.rule === rule))
      .map((rule) => ({
        pointer: "/invariants",
        says: { key: "invariant-missing", params: { step: id, effect, rule } },
      }));
  });
}

/**
 * Reports required rules that check other values than the effect gets. Otherwise one amount would be checked
 * and another paid.
 */
function judgedOtherwise(definition: Definition): readonly Fault[] {
  return Object.entries(definition.flow.steps).flatMap(([id, step]): readonly Fault[] => {
    if (step.kind !== "effect") return [];
    const given = Object.values(step.input);
    return (definition.effects[step.effect]?.requires ?? []).flatMap((rule) =>
      answerPlacesBehind(definition, pathsOfRule(definition, rule))
        .filter((path) => !given.some((place) => overlaps(place, path)))
        .map(
          (path): Fault => ({
            pointer: `/steps/${id}/input`,
            says: { key: "judged-not-given", params: { step: id, effect: step.effect, rule, path } },
          }),
        ),
    );
  });
}

/** Reports an effect that people can reach without the challenge that must confirm it. */
function confirmations(definition: Definition): readonly Fault[] {
  return Object.keys(definition.flow.steps).flatMap((id): readonly Fault[] => {
    const wanted = confirmationOf(definition, id);
    // If a rule exempts some people, the prover checks the effect instead, because the check depends on the
    // meaning of the rule.
    if (wanted === undefined || wanted.unless !== undefined) return [];
    const { challenge, step } = wanted;
    const known = challengesFor(definition, wanted);
    if (reachesPast(definition, id, new Set(known.keys())))
      return [
        {
          pointer: `/steps/${id}/effect`,
          says: { key: "effect-unconfirmed", params: { step: id, effect: step.effect, challenge } },
        },
      ];
    if (!reachesPast(definition, id, confirmersOf(definition, wanted))) return [];
    return [...known].flatMap(([asked, miss]) =>
      miss !== null && reachableFrom(definition, asked).has(id) ? [missed(asked, step.effect, miss)] : [],
    );
  });
}

/**
 * Checks one-time passwords before an effect that a PIN or authenticator code confirms. Both must have the
 * same action, because the e-mail's text and the validity of the code depend on the action.
 */
function codes(definition: Definition): readonly Fault[] {
  const { flow } = definition;
  return Object.keys(flow.steps).flatMap((id): readonly Fault[] => {
    const wanted = confirmationOf(definition, id);
    if (wanted?.action === undefined || wanted.challenge === "otp") return [];
    const { action, step: effect } = wanted;
    return Object.entries(flow.steps).flatMap(([asked, step]): readonly Fault[] => {
      if (step.kind !== "challenge" || step.challenge !== "otp" || step.action === action) return [];
      if (!leadsStraight(definition, asked, id)) return [];
      const miss = { kind: "action", action: step.action ?? "", wanted: action } as const;
      return [missed(asked, effect.effect, miss)];
    });
  });
}

/** Returns true if a step leads to an effect, directly or without another effect in between. */
function leadsStraight(definition: Definition, from: string, effect: string): boolean {
  const onward = (id: string) =>
    id !== from && definition.flow.steps[id]?.kind === "effect" ? [] : successors(definition, id);
  return reachableFrom(definition, from, onward).has(effect);
}

function missed(step: string, effect: string, miss: Miss): Fault {
  if (miss.kind === "action")
    return {
      pointer: `/steps/${step}/action`,
      says: {
        key: "effect-unconfirmed.action",
        params: { step, effect, action: miss.action, wanted: miss.wanted },
      },
    };
  if (miss.kind === "to") return misdirected(step, effect, miss);
  const { review, path } = miss;
  return {
    pointer: `/steps/${step}/binds`,
    says: { key: "effect-unconfirmed.binds", params: { step, effect, review, path } },
  };
}

/** Reports a code that is sent to another address than the effect requires. */
function misdirected(
  step: string,
  effect: string,
  { to, wanted }: Extract<Miss, { readonly kind: "to" }>,
): Fault {
  const pointer = to === null ? `/steps/${step}` : `/steps/${step}/to`;
  return wanted === null
    ? { pointer, says: { key: "effect-unconfirmed.sent", params: { step, effect, to: to ?? "" } } }
    : { pointer, says: { key: "effect-unconfirmed.to", params: { step, effect, wanted } } };
}
