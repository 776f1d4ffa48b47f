import type { JsonObject } from "../../engine/values/json.ts";
import { companyNameOf, findPerson, type PersonRecord } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { User } from "./answers.ts";
import { lastDecision } from "./asked-again.ts";
import { type Papers, readPapers } from "./papers.ts";
import type { Room } from "./room.ts";
import { namedItems } from "./sent-names.ts";

/** Loads the fact `investor` for rules; `null` for unknown people, and for staff, who hold no units. */
export async function investorFact(
  room: Room,
  db: Db | Tx,
  personId: string,
  clock: Clock,
): Promise<JsonObject | null> {
  const [person, papers] = await Promise.all([
    findPerson(db, personId),
    readPapers(room, db, { personId, today: clock.today() }),
  ]);
  return person === null || person.role !== null ? null : investorOf(person, papers);
}

/**
 * Loads the fact `investor` for flows. For staff, it contains only the state of their account, because they
 * use the same flows to protect their account.
 */
export async function investorInFlow(
  room: Room,
  db: Db | Tx,
  personId: string,
  clock: Clock,
): Promise<JsonObject | null> {
  const investor = await investorFact(room, db, personId, clock);
  if (investor !== null) return investor;
  const person = await findPerson(db, personId);
  if (person === null) return null;
  const { customerType, email, isVerified } = person;
  const nothing = {
    agreeFatca: false,
    passDopa: false,
    contractVerified: false,
    hasPin: false,
    hadPin: false,
  };
  return { customerType, email, isVerified, ...nothing };
}

function investorOf(person: PersonRecord, papers: Papers): JsonObject {
  const { statuses, suitability } = papers;
  return {
    customerType: person.customerType,
    email: person.email,
    isVerified: person.isVerified,
    agreeFatca: papers.agreeFatca,
    passDopa: papers.passDopa,
    contractVerified: papers.contractVerified,
    hasPin: person.hasPin,
    hadPin: person.hadPin,
    ...present({
      kycStatus: statuses.kyc,
      kycDecision: papers.decision?.state,
      kycReason: papers.decision?.reason,
      suitStatus: statuses.suit,
      suitLevel: suitability?.level,
      suitMaxRisk: suitability?.maxRisk,
      livenessStatus: statuses.liveness,
      onfidoStatus: statuses.onfido,
      verifioStatus: statuses.verifio,
      trueMoneyId: person.trueMoneyId ?? undefined,
      walletAddress: person.walletAddress ?? undefined,
      bankName: papers.bank ?? undefined,
      birthDate: papers.birthDate ?? undefined,
    }),
  };
}

/** Returns the user record of section 3, which pages read; `null` if the person is unknown. */
export async function userRecord(room: Room, personId: string): Promise<User | null> {
  const person = await findPerson(room.db, personId);
  if (person === null) return null;
  const papers = await readPapers(room, room.db, { personId, today: room.clock.today() });
  const investor = investorOf(person, papers);
  const { statuses, suitability } = papers;
  return {
    uuid: person.id,
    role: person.role,
    email: person.email,
    customerType: person.customerType,
    companyName: companyNameOf(room.accounts, person),
    language: person.language,
    trueMoneyId: person.trueMoneyId,
    // Staff open no investor account, so they have no onboarding steps.
    onboarding: person.role === null ? room.onboarding(investor) : [],
    decision: await decisionOf(room, personId),
    allowInvest: person.role === null && (await room.ableToInvest(investor)),
    isVerified: person.isVerified,
    agreeFatca: papers.agreeFatca,
    walletAddress: person.walletAddress,
    bankName: papers.bank,
    passDopa: papers.passDopa,
    hasPin: person.hasPin,
    kyc: { status: statuses.kyc ?? null, contractVerified: papers.contractVerified },
    onfido: { status: statuses.onfido ?? null },
    verifio: { status: statuses.verifio ?? null },
    liveness: { status: statuses.liveness ?? null },
    suit: {
      status: statuses.suit ?? null,
      level: suitability?.level ?? null,
      maxRisk: suitability?.maxRisk ?? null,
    },
  };
}

async function decisionOf(room: Room, personId: string): Promise<User["decision"]> {
  const last = await lastDecision(room, room.db, personId);
  return last === null
    ? null
    : { state: last.state, reason: last.reason, asked: await namedItems(room, last.asked) };
}

function present(values: Readonly<Record<string, string | number | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  );
}
