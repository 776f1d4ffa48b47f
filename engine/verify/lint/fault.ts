import type { Definition } from "../../flow/definition.ts";
import { errorAt } from "../../rules/report.ts";
import type { Finding } from "../../rules/rule.ts";

/** A fault of a definition. The fault is in the flow file unless `file` names another file. */
export type Fault = Pick<Finding, "pointer" | "says"> & Partial<Pick<Finding, "file">>;

/** A check. It returns all faults of one kind in a definition. */
export type Check = (definition: Definition) => readonly Fault[];

/**
 * Converts a fault to a finding. Unless the fault names a file, the finding is in the definition's flow file.
 */
export function findingOf(definition: Definition, fault: Fault): Finding {
  const { file = `flows/${definition.flow.id}/flow.json`, pointer, says } = fault;
  return errorAt({ file, pointer }, says);
}
