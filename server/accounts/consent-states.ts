import type { Db, Tx } from "../db/index.ts";
import { type ConsentPurpose, type LegalPurpose, signUpPurposes } from "./legal-texts.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** The state of a consent text for a person. */
export type ConsentState = {
  readonly purpose: ConsentPurpose;
  /**
   * Meaning of the less obvious states: `given` is a consent to a valid version, not withdrawn; `outdated` is
   * a consent to a version that is no longer valid.
   */
  readonly state: "given" | "refused" | "withdrawn" | "outdated" | "none";
  /** Version of the text that the person decided on last; `null` if none. */
  readonly version: string | null;
  readonly at: Date | null;
};

/** A text that needs the person's consent, in the version in force. */
export type AskedConsent = { readonly purpose: ConsentPurpose; readonly version: string };

type Decision = {
  readonly purpose: LegalPurpose;
  readonly version: string;
  readonly decision: "given" | "refused";
  readonly at: Date;
  readonly withdrawn_at: Date | null;
};

const SHOWN = [...signUpPurposes, "biometrics"] as const satisfies readonly ConsentPurpose[];

/** Returns the state of each text for a person, according to the person's last decision. */
export async function consentStates(
  room: Pick<Room, "legal">,
  on: Db | Tx,
  personId: string,
): Promise<readonly ConsentState[]> {
  const decisions = await decisionsOf(on, personId);
  return SHOWN.map((purpose) => {
    const last = decisions.find((one) => one.purpose === purpose);
    if (last === undefined) return { purpose, state: "none", version: null, at: null };
    const { counting } = room.legal()[purpose];
    return {
      purpose,
      state: stateOf(last, counting),
      version: last.version,
      at: last.withdrawn_at ?? last.at,
    };
  });
}

/**
 * Returns the texts that need a person's consent now: new versions of the sign-up texts that require a new
 * answer. A refused or withdrawn publicity consent is not asked again.
 */
export async function askedConsents(
  room: Pick<Room, "legal">,
  on: Db | Tx,
  personId: string,
): Promise<readonly AskedConsent[]> {
  const decisions = await decisionsOf(on, personId);
  const texts = room.legal();
  return signUpPurposes
    .filter((purpose) => {
      const mine = decisions.filter((one) => one.purpose === purpose);
      const now = mine.filter(({ version }) => texts[purpose].asked.includes(version));
      if (purpose === "publicity" && (now.length > 0 || mine[0]?.withdrawn_at)) return false;
      return !now.some(({ decision, withdrawn_at }) => decision === "given" && withdrawn_at === null);
    })
    .map((purpose) => ({ purpose, version: texts[purpose].version }));
}

function stateOf(last: Decision, counting: readonly string[]): ConsentState["state"] {
  if (last.decision === "refused") return "refused";
  if (last.withdrawn_at !== null) return "withdrawn";
  return counting.includes(last.version) ? "given" : "outdated";
}

/** Returns all decisions of a person about consents, latest first. */
async function decisionsOf(on: Db | Tx, personId: string): Promise<readonly Decision[]> {
  const rows = await on
    .selectFrom("consents")
    .select(["purpose", "version", "decision", "at", "withdrawn_at"])
    .where("person_id", "=", personId)
    .orderBy("at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, purpose: row.purpose as LegalPurpose }));
}
