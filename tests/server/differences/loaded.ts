import { trade } from "../../../domain/index.ts";
import type { Definition } from "../../../engine/flow/definition.ts";
import { load } from "../../../engine/verify/lint/index.ts";

/** The definition that a flow's files make; throws with what is wrong where they make none. */
export function loaded(source: Parameters<typeof load>[0]): Definition {
  const definition = load(source, trade);
  if (!definition.ok) throw new Error(JSON.stringify(definition.error));
  return definition.value;
}
