import type { Definition } from "../../flow/definition.ts";
import { errorAt } from "../../rules/report.ts";
import type { Finding } from "../../rules/rule.ts";

/** A fault of a definition; its file is the flow file unless it names another. */
export type Fault = Pick<Finding, "pointer" | "says"> & Partial<Pick<Finding, "file">>;

/** A check: returns all faults of one kind in a definition. */
export type Check = (definition: Definition) => readonly Fault[];

/** Converts a fault to a finding of the definition's flow file. */
export function findingOf(definition: Definition, fault: Fault): Finding {
  const { file = `flows/${definition.flow.id}/flow.json`, pointer, says } = fault;
  return errorAt({ file, pointer }, says);
}
