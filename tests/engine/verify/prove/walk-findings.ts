import { expect, it } from "vitest";
import type { FindingMessage } from "../../../../engine/rules/message.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { at, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { proved } from "./walk.ts";

export const B = at("answers.ask.b");
export const NOT_B = { "!": [B] };
export const P = at("facts.f.p");
export const ask = { ask: { b: YES } };
export const f = { f: { p: YES } };
export const WORLD = { flags: {}, facts: {} };
export const WIDE = { type: "integer", minimum: 0, maximum: 99999 };
export const TALL = { ">": [{ "+": [at("answers.ask.n"), at("answers.ask.m")] }, 10_000_000] };

export const finding = (pointer: string, says: FindingMessage, person: JsonObject) => ({
  at: `error flow.json ${pointer}`,
  says,
  person: { answers: {}, outputs: {}, times: [WORLD], replayed: true, ...person },
});

export const branch = (
  kind: "never" | "earlier",
  step: string,
  index: number,
  to: string,
  person: JsonObject,
) =>
  finding(`/steps/${step}/next/${index}`, { key: `impossible-branch.${kind}`, params: { step, to } }, person);

export const unreachable = (step: string, before: string, person: JsonObject) =>
  finding(`/steps/${step}`, { key: "unreachable-step.nobody", params: { step, before } }, person);

export const stuck = (step: string, person: JsonObject) =>
  finding(`/steps/${step}`, { key: "dead-end", params: { step } }, person);

export type Case = readonly [what: string, of: Small, findings: ReturnType<typeof proved>];

export const found = (cases: readonly Case[]): void => {
  it.each(cases)("%s", (_, of, findings) => expect(proved(of)).toEqual(findings));
};
