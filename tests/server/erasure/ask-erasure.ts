import type { JsonObject } from "../../../engine/values/json.ts";
import { walk } from "../db/planted.ts";
import type { Caller, PortalHouse } from "../portal-house.ts";

/** Text of the colleagues' answer to each request. */
export const ANSWER = "We erased what the law lets us erase";

type Asked = { readonly who: Caller; readonly support: Caller; readonly detail: string };

/** Requests an erasure and lets customer service propose to grant it; returns the id of the case. */
export async function proposedErasure(house: PortalHouse, of: Asked): Promise<string> {
  const id = await askedErasure(house, of);
  const { status, body } = await grant(of.support, id);
  if (status !== 200) throw new Error(`proposedErasure: ${JSON.stringify(body)}`);
  return id;
}

/** Proposes to grant a request for erasure. */
export async function grant(support: Caller, id: string) {
  return await support.call("POST", `/api/cases/${id}/answer`, { outcome: "granted", text: ANSWER });
}

/**
 * Requests an erasure and lets customer service take the case and tick its checklist; returns the id of the
 * case.
 */
export async function askedErasure(house: PortalHouse, { who, support, detail }: Asked): Promise<string> {
  await walk(house, { who, flow: "data-request", good: { ask: { right: "DATA_ERASE", detail } } });
  const { body } = await support.call("GET", "/api/cases?topic=DATA_ERASE&state=open");
  const id = String((body.cases as readonly JsonObject[])[0]?.id);
  const done = async (step: string, given: JsonObject = {}) => {
    const { status, body: said } = await support.call("POST", `/api/cases/${id}/${step}`, given);
    if (status !== 200) throw new Error(`askedErasure, ${step}: ${JSON.stringify(said)}`);
  };
  await done("take");
  for (const item of [0, 1]) await done("tick", { item, done: true });
  return id;
}
