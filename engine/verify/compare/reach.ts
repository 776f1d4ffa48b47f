import type { Definition } from "../../flow/definition.ts";
import { fieldsOf, isObject } from "../../flow/form-schema.ts";
import type { Path } from "../../rules/rule.ts";
import type { JsonSchema } from "../../values/json.ts";
import { onlyUndecided } from "../model/index.ts";
import { routesOf } from "../paths/index.ts";
import { flowSpaceOf, walkSymbolically } from "../prove/index.ts";

/**
 * How two versions of a flow differ in the number of possible paths and in the questions that people can
 * reach.
 */
export type Reach = {
  /** Number of possible paths through the flow before and after the change; `null` if unknown. */
  readonly ways: { readonly before: number; readonly after: number } | null;
  /**
   * Questions that only the older version asks. A question counts as still asked if the newer version asks it
   * at another step.
   */
  readonly unasked: readonly Path[];
};

/**
 * Compares the number of possible paths, and the questions that people can reach, in two versions of a flow.
 */
export function compareReach(before: Definition, after: Definition): Reach {
  const [old, now] = [before, after].map(reachOf);
  if (!old || !now) return { ways: null, unasked: [] };
  const fresh = [...now.asked].filter((path) => !old.asked.has(path)).map(fieldOf);
  return {
    ways: { before: old.ways, after: now.ways },
    unasked: [...old.asked].filter((path) => !now.asked.has(path) && !fresh.includes(fieldOf(path))),
  };
}

function reachOf(
  definition: Definition,
): { readonly ways: number; readonly asked: ReadonlySet<Path> } | null {
  try {
    const flow = flowSpaceOf(definition, 1_000_000);
    if ("findings" in flow) return null;
    const walk = walkSymbolically(flow, { straight: true });
    const asked = Object.entries(definition.schemas).flatMap(([step, schema]) =>
      walk.sets.get(step)?.arrive === flow.space.diagrams.no ? [] : questionsOf(schema, `answers.${step}`),
    );
    return { ways: routesOf(walk).count(), asked: new Set(asked) };
  } catch (error) {
    onlyUndecided(error);
    return null;
  }
}

/** Returns the form fields that contain a value, including fields in groups and in list entries. */
function questionsOf(schema: JsonSchema, path: Path): readonly Path[] {
  return fieldsOf(schema).flatMap(({ name, schema: inner }) => {
    const place = `${path}.${name}`;
    if (inner.type === "object") return questionsOf(inner, place);
    const { items } = inner;
    return isObject(items) && items.type === "object"
      ? [place, ...questionsOf(items, `${place}.items`)]
      : [place];
  });
}

/** Returns the data path of a question without its step. */
function fieldOf(path: Path): string {
  return path.split(".").slice(2).join(".");
}
