import type { Compiled } from "../../engine/flow/index.ts";
import { AppError } from "../http/index.ts";

/**
 * People with a role hold no units (decisions, "Sessions and access"): they go through no flow of an account. What a flow
 * shows they see in the previews of its paths. Refuses with `staff-hold-no-units`.
 */
export function refuseStaff(compiled: Compiled, { staff = false }: { readonly staff?: boolean }): void {
  if (staff && compiled.definition.flow.subject === "account") throw new AppError("staff-hold-no-units");
}
