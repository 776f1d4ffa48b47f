import type { Definition } from "../flow/definition.ts";
import type { Finding } from "../rules/rule.ts";

/** What a check of a definition says; the file is the flow file unless it names another. */
export type Fault = Pick<Finding, "pointer" | "code" | "what" | "mend"> &
  Partial<Pick<Finding, "file" | "severity" | "witness">>;

/** One check: everything of its kind that is wrong in a definition. */
export type Check = (definition: Definition) => readonly Fault[];

/** A fault as a finding of the definition's flow file. */
export function findingOf(definition: Definition, fault: Fault): Finding {
  return { file: `flows/${definition.flow.id}/flow.json`, severity: "error", ...fault };
}

/** A list of names for a sentence. */
export function listed(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(", ");
}
