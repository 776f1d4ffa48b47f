import type { Compiled } from "../../engine/flow/index.ts";
import { AppError } from "../http/index.ts";

/**
 * People with a role hold no units (decisions, "Sessions and access"): they go through no flow of an account, but for those
 * that protect it, which `/me/security` links. What a flow shows they see in the previews of its paths. Refuses with
 * `staff-hold-no-units`.
 */
export function refuseStaff(compiled: Compiled, { staff = false }: { readonly staff?: boolean }): void {
  const { subject, entries = [] } = compiled.definition.flow;
  if (!staff || subject !== "account" || entries.some(({ place }) => place === "security")) return;
  throw new AppError("staff-hold-no-units");
}
