import { randomUUID } from "node:crypto";
import { demoPeople } from "../accounts/development/index.ts";
import { recordConsent } from "../accounts/index.ts";
import { claimDocument } from "./claim-document.ts";
import { dueAfter } from "./due-after.ts";
import { moveStatus } from "./move-status.ts";
import { nationalIdHash, writeFinders } from "./profile.ts";
import type { Room } from "./room.ts";

/** Makes the first demo person ready to invest, once. Development only. */
export async function seedDemoIdentity(room: Room): Promise<void> {
  if (room.config.env !== "development")
    throw new Error("seedDemoIdentity: demo people exist in development only");
  const investor = demoPeople[0];
  if (investor === undefined) return;
  const personId = investor.id;
  await room.db.transaction().execute(async (tx) => {
    const there = await tx
      .selectFrom("identity_profiles")
      .select("person_id")
      .where("person_id", "=", personId)
      .executeTakeFirst();
    if (there !== undefined) return;
    await claimDocument(room, tx, { personId, document: { nationalId: DEMO.nationalId } });
    const now = room.clock.now().toJSDate();
    const { vault, legal } = room.accounts;
    await tx
      .insertInto("identity_profiles")
      .values({
        person_id: personId,
        sealed: await vault.seal(tx, personId, JSON.stringify(DEMO)),
        national_id_hash: nationalIdHash(room, DEMO.nationalId),
        high_risk: false,
        pass_dopa: true,
        strategies: ["M-BTCA", "M-STABLE"],
        deposit_methods: ["transfer", "promptpay"],
        submitted_at: now,
      })
      .execute();
    await writeFinders(room, tx, personId, DEMO);
    const dueOn = dueAfter(room, false);
    await tx
      .insertInto("suitability_results")
      .values({
        id: randomUUID(),
        person_id: personId,
        sealed: await vault.seal(tx, personId, "{}"),
        score: 28,
        level: 3,
        max_risk: 5,
        definition_version: "demo",
        at: now,
        valid_until: dueOn,
      })
      .execute();
    await tx
      .insertInto("fatca_declarations")
      .values({
        id: randomUUID(),
        person_id: personId,
        sealed: await vault.seal(tx, personId, JSON.stringify({ declared: true })),
        form: "NONE",
        agree: true,
        declared_on: room.clock.today(),
        at: now,
      })
      .execute();
    const account = { accountNumber: "1112223334", accountName: "Kanchanok Wongsawat" };
    await tx
      .insertInto("bank_accounts")
      .values({
        id: randomUUID(),
        person_id: personId,
        bank: "004",
        sealed: await vault.seal(tx, personId, JSON.stringify(account)),
        last_digits: "3334",
        status: "VERIFIED",
        at: now,
        approved_at: now,
      })
      .execute();
    const { contract } = legal();
    await tx
      .insertInto("signed_contracts")
      .values({
        id: randomUUID(),
        person_id: personId,
        version: contract.version,
        text_hash: contract.textHash.th,
        language: "th",
        instance_id: null,
        at: now,
      })
      .execute();
    await recordConsent(tx, legal(), {
      ...{ personId, purpose: "biometrics", decision: "given", language: "th", channel: "demo", at: now },
    });
    for (const entity of ["kyc", "suit", "onfido", "verifio", "liveness"] as const) {
      const move = { personId, entity, actor: "system:demo" };
      await moveStatus(tx, room.clock, { ...move, to: "PENDING" });
      await moveStatus(tx, room.clock, {
        ...move,
        to: "VERIFIED",
        ...(entity === "kyc" || entity === "suit" ? { dueOn } : {}),
      });
    }
  });
}

const DEMO = {
  nationalId: "1101700000001",
  cardHasLaserCode: true,
  laserCode: "JT0123456789",
  nameTitle: "MISS",
  firstNameTh: "กาญจนก",
  lastNameTh: "วงศ์สวัสดิ์",
  firstNameEn: "Kanchanok",
  lastNameEn: "Wongsawat",
  birthDate: "1990-05-17",
  phone: "+66812345678",
};
