import { randomUUID } from "node:crypto";
import { demoPeople } from "../accounts/development/index.ts";
import { recordConsent } from "../accounts/index.ts";
import type { Tx } from "../db/index.ts";
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
    const seed = { room, tx, personId, now: room.clock.now().toJSDate(), dueOn: dueAfter(room, false) };
    await seedProfile(seed);
    await seedDeclarations(seed);
    await seedAccount(seed);
    await seedContract(seed);
    await seedStatuses(seed);
  });
}

type Seed = {
  readonly room: Room;
  readonly tx: Tx;
  readonly personId: string;
  readonly now: Date;
  readonly dueOn: ReturnType<typeof dueAfter>;
};

async function seedProfile(seed: Seed): Promise<void> {
  const { room, tx } = seed;
  await tx
    .insertInto("identity_profiles")
    .values({
      person_id: seed.personId,
      sealed: await room.accounts.vault.seal(tx, seed.personId, JSON.stringify(DEMO)),
      national_id_hash: nationalIdHash(room, DEMO.nationalId),
      high_risk: false,
      pass_dopa: true,
      strategies: ["M-BTCA", "M-STABLE"],
      deposit_methods: ["transfer", "promptpay"],
      submitted_at: seed.now,
    })
    .execute();
  await writeFinders(room, tx, seed.personId, DEMO);
}

async function seedDeclarations(seed: Seed): Promise<void> {
  const { room, tx } = seed;
  await tx
    .insertInto("suitability_results")
    .values({
      id: randomUUID(),
      person_id: seed.personId,
      sealed: await room.accounts.vault.seal(tx, seed.personId, "{}"),
      score: 28,
      level: 3,
      max_risk: 5,
      definition_version: "demo",
      at: seed.now,
      valid_until: seed.dueOn,
    })
    .execute();
  await tx
    .insertInto("fatca_declarations")
    .values({
      id: randomUUID(),
      person_id: seed.personId,
      sealed: await room.accounts.vault.seal(tx, seed.personId, JSON.stringify({ declared: true })),
      form: "NONE",
      agree: true,
      declared_on: room.clock.today(),
      at: seed.now,
    })
    .execute();
}

async function seedAccount(seed: Seed): Promise<void> {
  const { room, tx } = seed;
  const account = { accountNumber: "1112223334", accountName: "Kanchanok Wongsawat" };
  await tx
    .insertInto("bank_accounts")
    .values({
      id: randomUUID(),
      person_id: seed.personId,
      bank: "004",
      sealed: await room.accounts.vault.seal(tx, seed.personId, JSON.stringify(account)),
      last_digits: "3334",
      status: "VERIFIED",
      at: seed.now,
      approved_at: seed.now,
    })
    .execute();
}

async function seedContract(seed: Seed): Promise<void> {
  const { room, tx } = seed;
  const { contract } = room.accounts.legal();
  await tx
    .insertInto("signed_contracts")
    .values({
      id: randomUUID(),
      person_id: seed.personId,
      version: contract.version,
      text_hash: contract.textHash.th,
      language: "th",
      instance_id: null,
      at: seed.now,
    })
    .execute();
  await recordConsent(tx, room.accounts.legal(), {
    ...{
      personId: seed.personId,
      purpose: "biometrics",
      decision: "given",
      language: "th",
      channel: "demo",
      at: seed.now,
    },
  });
}

async function seedStatuses(seed: Seed): Promise<void> {
  const { room, tx, dueOn } = seed;
  for (const entity of ["kyc", "suit", "onfido", "verifio", "liveness"] as const) {
    const move = { personId: seed.personId, entity, actor: "system:demo" };
    await moveStatus(tx, room.clock, { ...move, to: "PENDING" });
    await moveStatus(tx, room.clock, {
      ...move,
      to: "VERIFIED",
      ...(entity === "kyc" || entity === "suit" ? { dueOn } : {}),
    });
  }
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
