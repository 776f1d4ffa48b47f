import type { Definition } from "../../engine/flow/definition.ts";
import { errorAt } from "../../engine/rules/report.ts";
import type { Finding } from "../../engine/rules/rule.ts";

/**
 * Reports addresses of the flow that another published flow already has. `taken`: the addresses of the other
 * flows.
 */
export function addressTaken(
  { flow }: Definition,
  taken: { readonly [address: string]: string },
): readonly Finding[] {
  const { id, address } = flow;
  if (address === undefined || !Object.hasOwn(taken, address)) return [];
  const spot = { file: `flows/${id}/flow.json`, pointer: "/address" };
  return [errorAt(spot, { key: "address-taken", params: { address, flow: String(taken[address]) } })];
}
