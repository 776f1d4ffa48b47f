import { trade } from "../../../domain/index.ts";
import type { Definition } from "../../../engine/flow/definition.ts";
import { load } from "../../../engine/verify/lint/index.ts";

/** Returns the definition made of a flow's files; throws the errors if the files have any. */
export function loaded(source: Parameters<typeof load>[0]): Definition {
  const definition = load(source, trade);
  if (!definition.ok) throw new Error(JSON.stringify(definition.error));
  return definition.value;
}
