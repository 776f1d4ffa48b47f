import type { JsonObject } from "../../../engine/values/json.ts";
import { walk } from "../db/planted.ts";
import type { Caller, PortalHouse } from "../portal-house.ts";

/** The colleagues' answer to each request. */
export const ANSWER = "We erased what the law lets us erase";

/** Asks for erasure, and has customer service propose to grant it; returns the id of the case. */
export async function proposedErasure(
  house: PortalHouse,
  { who, support, detail }: { readonly who: Caller; readonly support: Caller; readonly detail: string },
): Promise<string> {
  await walk(house, { who, flow: "data-request", good: { ask: { right: "DATA_ERASE", detail } } });
  const { body } = await support.call("GET", "/api/cases?topic=DATA_ERASE&state=open");
  const id = String((body.cases as readonly JsonObject[])[0]?.id);
  const done = async (step: string, given: JsonObject = {}) => {
    const { status, body: said } = await support.call("POST", `/api/cases/${id}/${step}`, given);
    if (status !== 200) throw new Error(`proposedErasure, ${step}: ${JSON.stringify(said)}`);
  };
  await done("take");
  for (const item of [0, 1]) await done("tick", { item, done: true });
  await done("answer", { outcome: "granted", text: ANSWER });
  return id;
}
