import type { DefinitionSource } from "../../../engine/flow/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { looseEnds, verify } from "../../../engine/verify/index.ts";
import { type Parts, sourceOf } from "../flow/fixtures/source-of.ts";

export const done: JsonObject = { kind: "end", outcome: "done", reason: "over" };
export const next = (...to: readonly string[]) => to.map((step) => ({ to: step }));
export const text: JsonObject = { type: "string", minLength: 1 };
export const object = (properties: JsonObject, ...required: readonly string[]): JsonObject => ({
  type: "object",
  properties,
  required: [...required],
});

/** A form, and an effect that follows; what is given comes besides, or in their place. */
export type Small = Omit<Parts, "flow"> & {
  readonly steps?: JsonObject;
  readonly flow?: JsonObject;
  readonly act?: JsonObject;
  /** The signature of the effect. */
  readonly effect?: JsonObject;
  readonly input?: JsonObject;
};

/** The files of a flow in which `ask` asks for `x` and may ask for `y`, and `act` acts. */
export function smallSource({
  steps,
  flow,
  act,
  effect,
  input = {},
  schemas,
  ...parts
}: Small): DefinitionSource {
  return sourceOf({
    facts: {},
    ...parts,
    flow: {
      id: "small",
      namespace: "small",
      subject: "account",
      inFlight: "follow",
      start: "ask",
      steps: {
        ask: { kind: "form", next: next("act") },
        act: { kind: "effect", effect: "small.act", input, errors: {}, next: next("done"), ...act },
        ...steps,
        done,
      },
      ...flow,
    },
    schemas: Object.fromEntries(
      Object.entries({ ask: object({ x: text, y: text }, "x"), ...schemas }).map(([step, schema]) => [
        step,
        { $id: `small/${step}`, ...schema },
      ]),
    ),
    effects: {
      "small.act": {
        id: "small.act",
        mode: "local",
        repeatable: false,
        input: object(Object.fromEntries(Object.keys(input).map((name) => [name.replace("?", ""), text]))),
        output: object({ got: text, by: { type: "string", format: "date-time" } }, "got"),
        errors: {},
        ...effect,
      },
    },
  });
}

/** What is found wrong in files, as pointer and saying. */
export const foundIn = (source: DefinitionSource): readonly (readonly [string, Json | object])[] =>
  verify(source).findings.map(({ pointer, says }) => [pointer, says]);

/** What is found wrong in a small flow, as pointer and saying. */
export const found = (small: Small) => foundIn(smallSource(small));

/** What is loose in a small flow, as pointer and saying. */
export function loose(small: Small): readonly (readonly [string, Json | object])[] {
  const source = smallSource(small);
  const { definition } = verify(source);
  if (definition === null) throw new Error("the small flow does not load");
  return looseEnds(definition, source).map(({ pointer, says }) => [pointer, says]);
}
