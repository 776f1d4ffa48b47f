import type { Json, JsonObject } from "../../values/json.ts";
import { type Cube, cubesOf, personOf } from "../diagram/cubes.ts";
import type { Node } from "../diagram/diagram.ts";
import type { Space } from "../diagram/space.ts";

/** People for whom an answer changes in one way. */
export type ChangedClass = {
  readonly from: Json;
  readonly to: Json;
  readonly cubes: readonly Cube[];
  /** Whether there are more classes than are listed. */
  readonly more: boolean;
  /** One of them. */
  readonly witness: JsonObject;
};

/** Who gets another answer from the second diagram than from the first, by how it changes. */
export function changedClasses(space: Space, left: Node, right: Node): readonly ChangedClass[] {
  const { diagrams } = space;
  const changes = diagrams.combine(
    "changes",
    (a, b) => (a === b ? null : [a ?? "unknown", b ?? "unknown"]),
    left,
    right,
  );
  return diagrams
    .leavesOf(changes)
    .filter((leaf): leaf is readonly Json[] => Array.isArray(leaf))
    .sort((one, other) => rank(one) - rank(other))
    .map((leaf) => {
      const { cubes, more } = cubesOf(space, diagrams.where(changes, leaf));
      const [first = []] = cubes;
      return { from: leaf[0] as Json, to: leaf[1] as Json, cubes, more, witness: personOf(first) };
    });
}

/** Certain changes first. */
function rank(leaf: readonly Json[]): number {
  return leaf.filter((answer) => typeof answer === "string" && answer.startsWith("unknown")).length;
}
