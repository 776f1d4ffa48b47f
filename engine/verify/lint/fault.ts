import type { Definition } from "../../flow/definition.ts";
import { errorAt } from "../../rules/report.ts";
import type { Finding } from "../../rules/rule.ts";

/** What a check of a definition says; the file is the flow file unless it names another. */
export type Fault = Pick<Finding, "pointer" | "says"> & Partial<Pick<Finding, "file">>;

/** One check: everything of its kind that is wrong in a definition. */
export type Check = (definition: Definition) => readonly Fault[];

/** A fault as a finding of the definition's flow file. */
export function findingOf(definition: Definition, fault: Fault): Finding {
  const { file = `flows/${definition.flow.id}/flow.json`, pointer, says } = fault;
  return errorAt({ file, pointer }, says);
}
