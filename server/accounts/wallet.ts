import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { refuseWhileHolding } from "../holding.ts";
import { beginSession, type From, type LoggedIn } from "./begin-session.ts";
import { isWalletTaken, keepWalletProof } from "./bind-wallet.ts";
import { belongsHere, joinBrand } from "./brand-customers.ts";
import { emailKey } from "./email.ts";
import { tellOwner } from "./factor-letters.ts";
import { localMoment } from "./local-moment.ts";
import { isOwnerProved, type Owner } from "./owner-proof.ts";
import type { Room } from "./room.ts";
import { endOtherSessions } from "./sessions.ts";
import { hashedFields, recordUserChange } from "./user-changes.ts";

/** The wallet partner's data about the holder of an access token. */
export type WalletProfile = {
  readonly trueMoneyId: string;
  readonly name: string | null;
  /** Mobile number, masked by the partner; `null` if unknown. */
  readonly mobile: string | null;
};

export type WalletFailure = { readonly code: "wallet-invalid" | "service-unavailable" };

const ANSWER_MS = 5_000;

/**
 * Asks the partner for the owner of an access token. A wallet's id is never accepted from another source.
 * Errors: `wallet-invalid` (missing or invalid token), `service-unavailable`.
 */
export async function readWallet(
  room: Room,
  token: string | undefined,
): Promise<Result<WalletProfile, WalletFailure>> {
  refuseWhileHolding("the wallet partner");
  const settings = room.providers().wallet;
  const dev = room.isOn("truemoney-dev-access-token") ? (settings?.devAccessToken ?? undefined) : undefined;
  const bearer = token ?? dev;
  if (settings === null || bearer === undefined || !/^[\w.~+/=-]{1,2000}$/.test(bearer))
    return fail({ code: "wallet-invalid" });
  try {
    const answer = await fetch(`${settings.url}/user/profile`, {
      headers: { Authorization: `Bearer ${bearer}` },
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (answer.status === 401 || answer.status === 403) return fail({ code: "wallet-invalid" });
    if (!answer.ok) return fail({ code: "service-unavailable" });
    const profile = profileOf((await answer.json()) as { readonly [name: string]: unknown });
    return profile === null ? fail({ code: "service-unavailable" }) : ok(profile);
  } catch {
    return fail({ code: "service-unavailable" });
  }
}

/**
 * Records in the audit trail that a profile was read, with field names and keyed hashes, while
 * `tmn-profile-logging` is on.
 */
export async function noteWalletRead(
  room: Room,
  profile: WalletProfile,
  reader: string | null,
): Promise<void> {
  if (!room.isOn("tmn-profile-logging")) return;
  const fields = hashedFields(room, profile);
  await room.db.transaction().execute((tx) =>
    record(tx, room.clock, {
      actor: reader === null ? "visitor:wallet" : `person:${reader}`,
      action: "accounts.readWallet",
      subject: `wallet:${fields.trueMoneyId}`,
      detail: { fields },
    }),
  );
}

/**
 * Links a proved wallet to the logged-in person, who recently proved their identity, and notifies them by
 * e-mail. For half an hour, the flow `wallet` can then save this wallet. Errors: `wallet-taken` (another
 * account has this wallet), `wallet-differs` (the person has a different wallet), `proof-needed`.
 */
export async function linkWallet(
  room: Room,
  of: { readonly personId: string; readonly session: string | undefined; readonly profile: WalletProfile },
): Promise<Result<null, { readonly code: "wallet-taken" | "wallet-differs" | "proof-needed" }>> {
  const { personId, session, profile } = of;
  return await room.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom("people")
      .select(["true_money_id", "wallet_address", "email", "language"])
      .where("id", "=", personId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const address = profile.trueMoneyId;
    if (await isWalletTaken(tx, { personId, address })) return fail({ code: "wallet-taken" } as const);
    await keepWalletProof(tx, { personId, address, at: room.clock.now().toJSDate() });
    if (before.true_money_id === address) return ok(null);
    // Replacing the wallet by a different one needs the wallet-change flow, which requires more proof.
    if (![null, address].includes(before.true_money_id ?? before.wallet_address))
      return fail({ code: "wallet-differs" } as const);
    if (!(await isOwnerProved(room, tx, session))) return fail({ code: "proof-needed" } as const);
    await tx
      .updateTable("people")
      .set({ true_money_id: profile.trueMoneyId })
      .where("id", "=", personId)
      .execute();
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "accounts.link",
      subject: `person:${personId}`,
      detail: { provider: "wallet" },
    });
    await recordUserChange(room, tx, personId, { trueMoneyId: profile.trueMoneyId });
    const now = room.clock.wall();
    await room.messages.send(tx, {
      to: before.email,
      template: "social-linked",
      language: before.language,
      data: { provider: "TrueMoney", when: localMoment(now), link: `${room.config.origin}/contact` },
      key: `social-linked:${personId}:wallet:${now.toISOString()}`,
    });
    return ok(null);
  });
}

/**
 * Unlinks the wallet, so that it no longer logs the person in, and deletes the partner's proof. A wallet
 * saved by the flow `wallet` stays in the profile. Returns whether a wallet was linked.
 */
export async function unlinkWallet(tx: Tx, personId: string): Promise<boolean> {
  await tx.deleteFrom("wallet_proofs").where("person_id", "=", personId).execute();
  const linked = await tx
    .updateTable("people")
    .set({ true_money_id: null })
    .where("id", "=", personId)
    .where("true_money_id", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return linked !== undefined;
}

/**
 * Unlinks the wallet of a logged-in person who recently proved their identity. Ends the person's other
 * sessions and notifies the person. Errors: `proof-needed`.
 */
export async function removeWallet(
  room: Room,
  { personId, session }: Owner,
): Promise<Result<null, { readonly code: "proof-needed" }>> {
  if (!(await isOwnerProved(room, room.db, session))) return fail({ code: "proof-needed" });
  return await room.db.transaction().execute(async (tx) => {
    if (!(await unlinkWallet(tx, personId))) return ok(null);
    await endOtherSessions(tx, { personId, session, by: "factor-change", now: room.clock.wall() });
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "accounts.unlink",
      subject: `person:${personId}`,
      detail: { provider: "wallet" },
    });
    await tellOwner(room, tx, personId, "wallet-removed");
    return ok(null);
  });
}

/** Logs in the owner of a wallet. Errors: `not-a-customer`, `social-not-for-staff`, `transfer-needed`. */
export async function enterByWallet(
  room: Room,
  given: { readonly email: string; readonly profile: WalletProfile; readonly from: From },
): Promise<
  Result<LoggedIn, { readonly code: "not-a-customer" | "social-not-for-staff" | "transfer-needed" }>
> {
  const person = await room.db
    .selectFrom("people")
    .select(["id", "email", "role", "language"])
    .where("true_money_id", "=", given.profile.trueMoneyId)
    .where("email_key", "=", emailKey(given.email))
    .executeTakeFirst();
  if (person === undefined) return fail({ code: "not-a-customer" });
  if (person.role !== null) return fail({ code: "social-not-for-staff" });
  if (!(await belongsHere(room, room.db, person))) return fail({ code: "transfer-needed" });
  const begun = await room.db.transaction().execute(async (tx) => {
    await joinBrand(room, tx, person.id, "log-in");
    return await beginSession(room, tx, person, { from: given.from, enteredWith: "wallet" });
  });
  return ok(begun);
}

function profileOf(body: { readonly [name: string]: unknown }): WalletProfile | null {
  const { trueMoneyId, name, mobile } = body;
  if (typeof trueMoneyId !== "string" || !/^[\w.-]{1,64}$/.test(trueMoneyId)) return null;
  return { trueMoneyId, name: textOf(name), mobile: textOf(mobile) };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.slice(0, 200) : null;
}
