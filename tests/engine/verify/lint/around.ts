import { trade } from "../../../../domain/index.ts";
import type { DefinitionSource } from "../../../../engine/flow/index.ts";
import type { Finding } from "../../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { looseEnds, verify } from "../../../../engine/verify/lint/index.ts";
import type { Names } from "../../../../engine/verify/lint/names.ts";
import { act, END, form, TEXT } from "../../fixtures/parts.ts";
import { type Small, smallSource } from "../../fixtures/small-flow.ts";

/** A form `ask`, followed by an effect `act`. Given parts add to the defaults or replace them. */
export type Around = Omit<Small, "steps"> & {
  readonly steps?: JsonObject;
  /** Additional properties of the step `act`, and its input. */
  readonly act?: JsonObject;
  readonly input?: JsonObject;
  /** Additional properties of the effect's signature. */
  readonly effect?: JsonObject;
};

/**
 * Returns the files of a flow in which `ask` has the field `x` and the optional field `y`, followed by the
 * effect `act`.
 */
export function filesAround({ act: more, input = {}, effect, steps, flow, forms, ...rest }: Around) {
  return smallSource({
    ...rest,
    steps: { ask: form("act"), act: { ...act("done"), input, ...more }, ...steps, done: END },
    flow: { inFlight: "follow", ...flow },
    forms: { ask: { x: TEXT, "y?": TEXT }, ...forms },
    inputs: { "small.act": Object.fromEntries(Object.keys(input).map((name) => [name, TEXT])) },
    outputs: { "small.act": { got: TEXT, "by?": { type: "string", format: "date-time" } } },
    effects: { "small.act": { errors: {}, ...effect } },
  });
}

/** Returns the form `ask` with more properties. */
export const ask = (more: JsonObject) => ({ ask: { ...form("act"), ...more } });

/** Empty lists of names, for tests that do not check names. */
export const NO_NAMES: Names = {
  widgets: {},
  mustNameWidget: [],
  hints: {},
  means: {},
  purposes: {},
  documents: [],
  actions: [],
  channels: [],
  terms: [],
  entries: [],
  addresses: [],
  challenges: {},
};

type Found = readonly (readonly [pointer: string, says: Json | object])[];

export const foundIn = (source: DefinitionSource): Found =>
  verify(source, trade).findings.map(({ pointer, says }) => [pointer, says]);

export const found = (of: Around): Found => foundIn(filesAround(of));

/**
 * Returns the findings about unused parts of a small flow, except those about its own questions, whose
 * answers nothing reads.
 */
export function looseFindings(source: DefinitionSource): readonly Finding[] {
  const { definition } = verify(source, trade);
  if (definition === null) throw new Error("the small flow does not load");
  return looseEnds(definition, source, NO_NAMES).filter(({ says }) => says.key !== "answer-unheard");
}

export const loose = (of: Around): Found =>
  looseFindings(filesAround(of)).map(({ pointer, says }) => [pointer, says]);
