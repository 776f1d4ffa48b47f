import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { readRecipe } from "../../recipes/recipe.ts";
import { type Caller, loggedIn, type PortalHouse } from "../portal-house.ts";

/** Publishes the flow of the recipe "A desk for a new matter", as operations and compliance do. */
export async function publishEstate(house: PortalHouse): Promise<void> {
  const blocks = await readRecipe("A desk for a new matter");
  const files = Object.fromEntries(blocks.map(({ path, text }) => [path, JSON.parse(text) as Json]));
  const operations = await loggedIn(house, "operations");
  const proposed = await operations.call("POST", "/api/definitions/flows", { flow: "estate", files });
  if (JSON.stringify(proposed.body.findings) !== "[]")
    throw new Error(`estate: ${JSON.stringify(proposed.body)}`);
  const { id, evidence } = proposed.body;
  const compliance = await loggedIn(house, "compliance");
  const approved = await compliance.call("POST", `/api/definitions/versions/${id}/approve`, {
    evidence: evidence as string,
  });
  if (approved.body.state !== "published") throw new Error(`estate: ${JSON.stringify(approved.body)}`);
}

/** Goes the whole flow as `by`; answers what the last screen shows, and every screen that was stopped at. */
export async function askForUnits(
  by: Caller,
  claimant: "HEIR" | "COMPANY",
): Promise<{ readonly shown: JsonObject; readonly review: JsonObject }> {
  const { id } = (await by.call("POST", "/api/flows/estate/instances", {})).body;
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
    shown: { ...send, at: (done.body.at as JsonObject).step ?? null },
    review: at.body.at as JsonObject,
  };
}
