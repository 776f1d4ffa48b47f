import { demoPeople } from "../../../server/accounts/development/index.ts";
import { companyPlace } from "../../../server/accounts/people.ts";
import { loggedIn, type PortalHouse, stranger } from "../portal-house.ts";
import { type Attack, fuzzFlow, type Route } from "./fuzz-flow.ts";
import * as good from "./good-answers.ts";

/** Attacks every step of every flow; returns the attacked steps as `flow/step`. */
export async function attackAll(house: PortalHouse, attack: Attack): Promise<readonly string[]> {
  const attacked = [...(await attackCompany(house, attack))];
  for (const route of await routes(house))
    attacked.push(...(await fuzzFlow(house, route, attack)).map((step) => `${route.flow}/${step}`));
  return [...new Set(attacked)];
}

/**
 * Walks as a company to the one form that only companies see, before the path ends because KYC is closed to
 * it.
 */
async function attackCompany(house: PortalHouse, attack: Attack): Promise<readonly string[]> {
  const id = demoPeople[1]?.id ?? "";
  const be = async (customerType: "INDIVIDUAL" | "JURISTIC", companyName: string | null) =>
    await house.database.db.transaction().execute(async (tx) => {
      const sealed =
        companyName === null ? null : await house.vault.sealWords(tx, id, companyPlace(id), companyName);
      await tx
        .updateTable("people")
        .set({ customer_type: customerType, company_name: sealed })
        .where("id", "=", id)
        .execute();
    });
  await be("JURISTIC", "x");
  const who = await loggedIn(house, "fresh");
  const route = { flow: "kyc", who, good: await good.kyc(who), until: "company" };
  const attacked = await fuzzFlow(house, route, attack);
  await be("INDIVIDUAL", null);
  return attacked.map((step) => `kyc/${step}`);
}

/** Returns every flow with a person who may complete it. */
async function routes(house: PortalHouse): Promise<readonly Route[]> {
  const [investor, fresh] = [await loggedIn(house, "investor"), await loggedIn(house, "fresh")];
  const kyc = await good.kyc(fresh);
  const email = demoPeople[1]?.email ?? "";
  return [
    { flow: "complaint", who: stranger(house), good: good.complaint },
    { flow: "contact-back", who: stranger(house), good: good.contactBack },
    { flow: "sign-up", who: stranger(house), good: good.signUp },
    { flow: "invest", who: investor, good: good.invest, pin: demoPeople[0]?.pin ?? "" },
    { flow: "kyc", who: fresh, good: kyc, email },
    { flow: "pin", who: fresh, good: good.pin },
  ];
}
