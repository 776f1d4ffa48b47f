import type { Json, JsonObject } from "../../../engine/values/json.ts";
import type { Caller } from "../portal-house.ts";

/** Completes the whole flow as `by`. Returns the last screen, and every screen on the way. */
export async function askForUnits(
  by: Caller,
  claimant: "HEIR" | "COMPANY",
): Promise<{ readonly id: Json; readonly shown: JsonObject; readonly review: JsonObject }> {
  const { id } = (await by.call("POST", "/api/flows/estate/instances", { again: true, blank: true })).body;
  await by.submit(id, "holder", { answer: { holderName: "สมศรี ใจดี", diedOn: "2026-02-11", claimant } });
  const [deathCertificate, courtOrder, companyStamp] = (await Promise.all(
    ["", "", ""].map(() => by.upload("case-document")),
  )) as [string, string, string];
  let at = await by.submit(id, "documents", { answer: { deathCertificate, courtOrder } });
  if (claimant === "COMPANY")
    at = await by.submit(id, "company", { answer: { companyName: "Heir Company Limited", companyStamp } });
  const { values } = at.body.at as { values: JsonObject };
  await by.submit(id, "review", { answer: { values } });
  const done = await by.submit(id, "pin", { code: "148263" });
  const { send } = done.body.effects as { send: JsonObject };
  return {
    id: id ?? null,
    shown: { ...send, at: (done.body.at as JsonObject).step ?? null },
    review: at.body.at as JsonObject,
  };
}
