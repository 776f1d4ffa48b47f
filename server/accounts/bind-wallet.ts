import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import { type Db, soon, type Tx } from "../db/index.ts";
import type { LocalEffectContext } from "../flows/index.ts";
import { localMoment } from "./local-moment.ts";
import type { Room } from "./room.ts";
import { recordUserChange } from "./user-changes.ts";
import "./tables.ts";

/** Time in milliseconds for which the partner's proof of a wallet is valid. */
const PROOF_MS = 30 * 60_000;
/** Waiting time in milliseconds until a new wallet counts as verified; the same as for a bank account. */
const HOLD_MS = 24 * 60 * 60_000;

type Whose = { readonly personId: string; readonly clock: Pick<Clock, "now"> };

/**
 * Stores the partner's proof that a wallet belongs to the logged-in person. A later proof replaces an earlier
 * one.
 */
export async function keepWalletProof(
  tx: Tx,
  of: { readonly personId: string; readonly address: string; readonly at: Date },
): Promise<void> {
  const said = { address: of.address, proved_at: of.at };
  await tx
    .insertInto("wallet_proofs")
    .values({ person_id: of.personId, ...said })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet(said))
    .execute();
}

/** Loads the fact `wallet`: the wallet saved last, and the time at which it counts as verified. */
export async function walletFact(db: Db | Tx, { personId, clock }: Whose) {
  const asked = db
    .selectFrom("people as p")
    .innerJoin("wallet_savings as s", "s.person_id", "p.id")
    .select(["p.wallet_address", "s.verified_from"])
    .where("p.id", "=", personId);
  const [row] = await soon(db, asked.compile());
  if (row === undefined || row.wallet_address === null) return { state: "NONE" } as const;
  const address = row.wallet_address;
  return row.verified_from > clock.now().toJSDate()
    ? ({ state: "WAITING", address, from: row.verified_from.toISOString() } as const)
    : ({ state: "VERIFIED", address } as const);
}

/** Loads the fact `provedWallet`: a recently proved wallet that is not saved; `null` if none. */
export async function provedWallet(db: Db | Tx, { personId, clock }: Whose) {
  const asked = db
    .selectFrom("wallet_proofs as w")
    .innerJoin("people as p", "p.id", "w.person_id")
    .select(["w.address", "p.wallet_address"])
    .where("w.person_id", "=", personId)
    .where("p.role", "is", null)
    .where("w.proved_at", ">", new Date(clock.now().toMillis() - PROOF_MS));
  const [row] = await soon(db, asked.compile());
  return row === undefined || row.address === row.wallet_address ? null : { address: row.address };
}

/**
 * Saves a proved wallet in place of the previous one, which can then no longer log the person in. The new
 * wallet counts as verified a day later and cannot be replaced before. The owner gets an e-mail. Errors:
 * `not-proved`; `wallet-open` (the present wallet is not yet verified); `wallet-taken` (the wallet belongs to
 * another account).
 */
export async function bindWallet(
  room: Room,
  { tx, clock, personId, instance }: Pick<LocalEffectContext, "tx" | "clock" | "personId" | "instance">,
  { address }: { readonly address: string },
): Promise<
  Result<
    { readonly address: string; readonly from: string },
    { readonly code: "not-proved" | "wallet-open" | "wallet-taken" }
  >
> {
  if (personId === null) throw new Error("accounts.bindWallet: a visitor has no wallet");
  const person = await tx
    .selectFrom("people")
    .select(["email", "language", "true_money_id", "wallet_address"])
    .where("id", "=", personId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if ((await walletFact(tx, { personId, clock })).state === "WAITING") return fail({ code: "wallet-open" });
  const proved = await provedWallet(tx, { personId, clock });
  if (proved?.address !== address) return fail({ code: "not-proved" });
  if (await isWalletTaken(tx, { personId, address })) return fail({ code: "wallet-taken" });
  await tx
    .updateTable("people")
    .set({ true_money_id: address, wallet_address: address })
    .where("id", "=", personId)
    .execute();
  await tx.deleteFrom("wallet_proofs").where("person_id", "=", personId).execute();
  const at = clock.now().toJSDate();
  const saving = { saved_at: at, verified_from: new Date(at.getTime() + HOLD_MS) };
  await tx
    .insertInto("wallet_savings")
    .values({ person_id: personId, ...saving })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet(saving))
    .execute();
  const before = person.wallet_address ?? person.true_money_id;
  const replaces = before !== null && before !== address;
  await record(tx, clock, {
    actor: `person:${personId}`,
    action: "accounts.bindWallet",
    subject: `person:${personId}`,
    version: instance.version,
    detail: { replaces },
  });
  await recordUserChange(room, tx, personId, { walletAddress: address });
  const template = replaces ? "wallet-changed" : "wallet-saved";
  await room.messages.send(tx, {
    to: person.email,
    template,
    language: person.language,
    data: {
      wallet: `••• ${address.slice(-4)}`,
      when: localMoment(at),
      link: `${room.config.origin}/contact`,
    },
    key: `${template}:${personId}:${at.getTime()}`,
  });
  return ok({ address, from: saving.verified_from.toISOString() });
}

/** Returns whether a wallet belongs to another account. */
export async function isWalletTaken(
  tx: Tx,
  of: { readonly personId: string; readonly address: string },
): Promise<boolean> {
  const other = await tx
    .selectFrom("people")
    .select("id")
    .where("id", "!=", of.personId)
    .where((one) => one.or([one("true_money_id", "=", of.address), one("wallet_address", "=", of.address)]))
    .executeTakeFirst();
  return other !== undefined;
}
