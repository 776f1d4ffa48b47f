import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Person } from "../http/index.ts";
import { twoFactorSince } from "./authenticator.ts";
import { tryOtp } from "./one-time-passwords.ts";
import { checkPin } from "./pin.ts";
import type { Room } from "./room.ts";
import { tryFactor } from "./second-factor.ts";
import { isFactorFresh } from "./sessions.ts";

/** The person and the session that make the request. */
export type Owner = { readonly personId: string; readonly session: string };

export type ProofFault = "two-factor-wrong" | "code-wrong";

type Proved<Fault> = Result<Record<string, never>, { readonly code: Fault }>;

/** The methods by which an owner can prove their identity again. */
export type OwnerProof = "two-factor" | "pin" | "email";

/**
 * Returns which proof to ask for: the second factor if it is on (always for staff), otherwise the PIN,
 * otherwise a code sent by e-mail. A PIN that was set in this session is not accepted, because a session
 * thief may have set it.
 */
export async function ownerProof(
  room: Room,
  { id, role, session }: Pick<Person, "id" | "role" | "session">,
): Promise<OwnerProof> {
  if (role !== null || (await twoFactorSince(room.db, id)) !== null) return "two-factor";
  if (session === undefined) return "email";
  // A blocked PIN must be reset first. Otherwise, an intruder could use up the tries of the PIN in order to
  // be asked for a weaker proof.
  const pin = await room.db
    .selectFrom("credentials")
    .innerJoin("sessions", "sessions.person_id", "credentials.person_id")
    .select("credentials.person_id")
    .where("sessions.id", "=", session)
    .where("credentials.pin_hash", "is not", null)
    .whereRef("credentials.pin_set_at", "<", "sessions.started_at")
    .executeTakeFirst();
  return pin === undefined ? "email" : "pin";
}

/**
 * Verifies the proof that `ownerProof` requires. `action`: the action to which a code sent by e-mail is
 * bound. Errors: `two-factor-wrong`, `code-wrong`, `pin-blocked`.
 */
export async function proveOwner(
  room: Room,
  of: Owner & {
    readonly by: OwnerProof;
    readonly code: string;
    readonly action: string;
    readonly client: string;
  },
): Promise<Proved<ProofFault | "pin-blocked">> {
  if (of.by !== "pin") return await proveByFactorOrMail(room, { ...of, by: of.by });
  const { kind } = await checkPin(room, { personId: of.personId, pin: of.code.trim(), client: of.client });
  if (kind === "passed") return ok({});
  return fail({ code: kind === "exhausted" ? "pin-blocked" : "code-wrong" });
}

/**
 * Verifies the second factor or a code sent by e-mail. Does not accept the PIN, which is too weak for some
 * changes.
 */
export async function proveByFactorOrMail(
  room: Room,
  of: Owner & { readonly by: "two-factor" | "email"; readonly code: string; readonly action: string },
): Promise<Proved<ProofFault>> {
  const { personId, session, code, action } = of;
  if (of.by === "two-factor") {
    const { kind } = await tryFactor(room, { personId, code });
    return kind === "passed" ? ok({}) : fail({ code: "two-factor-wrong" });
  }
  const binding = { owner: `person:${personId}`, channel: "email", action, session } as const;
  // A wrong code must not roll this transaction back, so that the try stays counted.
  const { kind } = await room.db.transaction().execute((tx) => tryOtp(room, tx, binding, code.trim()));
  return kind === "passed" ? ok({}) : fail({ code: "code-wrong" });
}

/** Returns whether the owner proved their identity in this session within the last five minutes. */
export async function isOwnerProved(room: Room, db: Db | Tx, session: string | undefined): Promise<boolean> {
  if (session === undefined) return false;
  const row = await db
    .selectFrom("sessions")
    .select("factor_at")
    .where("id", "=", session)
    .executeTakeFirst();
  return isFactorFresh(row?.factor_at ?? null, room.clock.wall());
}
