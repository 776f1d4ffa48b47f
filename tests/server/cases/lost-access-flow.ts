import type { Json, JsonObject } from "../../../engine/values/json.ts";
import type { Caller, PortalHouse } from "../portal-house.ts";

/** Number of the demo investor's ID card. */
const CARD = "1101700000001";

/**
 * Requests access to the account of an e-mail address, as a visitor or as the logged-in user. Returns the
 * reference of the case.
 */
export async function askForAccess(
  house: PortalHouse,
  by: Caller,
  { email, nationalId = CARD }: { readonly email: string; readonly nationalId?: string },
): Promise<string> {
  // The tests need many requests without a pause between the codes.
  await house.database.db.deleteFrom("one_time_passwords").execute();
  await house.database.db.deleteFrom("one_time_password_days").execute();
  const { id } = (await by.call("POST", "/api/flows/lost-access/instances", { again: true })).body as {
    id: Json;
  };
  const [card, selfie] = [await by.upload("card-front"), await by.upload("selfie")];
  const who = { email, name: "กาญจนก วงศ์สวัสดิ์", nationalId, phone: "0812345678" };
  await by.submit(id, "who", { answer: who });
  const { values } = (await by.submit(id, "pictures", { answer: { card, selfie } })).body.at as JsonObject;
  await by.submit(id, "review", { answer: { values: values as Json } });
  const sent = await by.call("POST", `/api/instances/${id}/steps/code/send`, {});
  if (sent.status !== 200) throw new Error(`askForAccess: no code was sent, ${JSON.stringify(sent.body)}`);
  const code = /\b\d{6}\b/.exec(await letterTo(house, email, "otp"))?.[0] ?? "";
  const done = await by.submit(id, "code", { code });
  if ((done.body.at as JsonObject).step !== "done")
    throw new Error(`askForAccess: the flow stands at ${JSON.stringify(done.body)}`);
  return String((done.body.effects as { readonly send: JsonObject }).send.reference);
}

/** Returns the newest letter of a template to an address; throws if none was sent. */
export async function letterTo(house: PortalHouse, to: string, template: string): Promise<string> {
  await house.server.jobs.drain();
  const { body } = await house.database.db
    .selectFrom("mailbox")
    .select("body")
    .where("recipient", "=", to)
    .where("template", "=", template)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return body;
}
