import { sql } from "kysely";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import { compiledOnce, later, soon, type Tx } from "../db/index.ts";
import type { ChallengeVerdict, QuickVerdict } from "../flows/index.ts";
import { createTurns } from "../http/index.ts";
import { takeTotp } from "./authenticator.ts";
import { tellOwner } from "./factor-letters.ts";
import { matchesPin, matchesPinQuickly, PIN_KEY, type PinRecord, pinRecord } from "./pin-record.ts";
import { isWeakPin } from "./pin-rules.ts";
import type { Room } from "./room.ts";
import { browserOfSession, endOtherSessions } from "./sessions.ts";

const TRIES = 5;

/**
 * Value stored in place of the hash when a new password blocks a PIN. No PIN matches it, and no tries are
 * left.
 */
const NO_HASH = "blocked";

// Runs the tries of a person one after the other. A correct PIN then removes its own try from the count
// before the next try is counted.
const turns = createTurns({ each: 1 });

/**
 * Sets the PIN and resets its tries. The owner gets an e-mail with time and browser. Replacing a PIN ends the
 * other sessions. `stored` is the result of `pinRecord`, computed before the transaction. `birthDate` may be
 * partial. Errors: `weak-pin`.
 */
export async function setPin(
  room: Room,
  tx: Tx,
  input: {
    readonly personId: string;
    readonly pin: string;
    readonly stored: PinRecord;
    readonly birthDate?: string;
    /** The session that makes the request. */
    readonly session?: string;
  },
): Promise<Result<Record<string, never>, { readonly code: "weak-pin"; readonly field: "pin" }>> {
  if (isWeakPin(input.pin, input.birthDate)) return fail({ code: "weak-pin", field: "pin" });
  const before = await tx
    .selectFrom("credentials")
    .select("pin_hash")
    .where("person_id", "=", input.personId)
    .forUpdate()
    .executeTakeFirst();
  await tx
    .updateTable("credentials")
    .set({ ...columnsOf(input.stored), pin_set_at: room.clock.wall(), pin_tries: 0 })
    .where("person_id", "=", input.personId)
    .execute();
  await record(tx, room.clock, {
    actor: `person:${input.personId}`,
    action: "accounts.setPin",
    subject: `person:${input.personId}`,
    to: "set",
  });
  const { personId, session } = input;
  const isFirst = typeof before?.pin_hash !== "string";
  if (!isFirst) await endOtherSessions(tx, { personId, session, by: "pin-change", now: room.clock.wall() });
  await tellOwner(room, tx, personId, isFirst ? "pin-set" : "pin-changed", {
    ...(await browserOfSession(tx, session)),
    reset: `${room.config.origin}/forgot-password`,
  });
  return ok({});
}

/**
 * Blocks an existing PIN, as five wrong tries do. Its owner must reset it by a code sent by e-mail.
 * Overwrites the record, so that a try in progress cannot unblock the PIN.
 */
export async function blockPin(tx: Tx, personId: string): Promise<void> {
  await tx
    .updateTable("credentials")
    .set({ pin_hash: NO_HASH, pin_mac: null, pin_key: null, pin_tries: TRIES })
    .where("person_id", "=", personId)
    .where("pin_hash", "is not", null)
    .execute();
}

/**
 * Verifies a PIN by argon2id, or an app code if two-step log-in is on. First counts and commits the try, then
 * verifies it without holding a lock: of a hundred parallel tries five are verified, and a crash in between
 * costs one try. A correct PIN resets the tries and updates a record of an older key.
 */
export async function checkPin(room: Room, input: PinTry): Promise<ChallengeVerdict> {
  return await turns(input.personId, () => look(room, input));
}

const lockedPin = compiledOnce((tx, personId: string) =>
  tx
    .selectFrom("credentials")
    .select(["pin_hash", "pin_mac", "pin_key", "pin_tries"])
    .where("person_id", "=", personId)
    .where("pin_hash", "is not", null)
    .where("pin_tries", "<", TRIES)
    .forUpdate()
    .compile(),
);

/**
 * Verifies a PIN by its keyed hash instead of argon2id, in the given transaction, which must be committed
 * even if the PIN is wrong. The row lock serialises tries, so that each is counted. Returns `not-quick` if
 * the record has no keyed hash with the present key.
 */
export async function tryPin(
  room: Room,
  tx: Tx,
  { personId, pin }: { readonly personId: string; readonly pin: string },
): Promise<QuickVerdict> {
  const [row] = await soon(tx, lockedPin(tx, personId));
  if (row === undefined || row.pin_hash === null) return { kind: "exhausted" };
  const stored = { hash: row.pin_hash, mac: row.pin_mac, key: row.pin_key };
  const isPin = matchesPinQuickly(room, stored, pin);
  if (isPin === null) return { kind: "not-quick" };
  const matches = isPin || (await takeTotp(room, tx, { personId, code: pin }));
  const tries = matches ? 0 : row.pin_tries + 1;
  if (tries !== row.pin_tries)
    await later(
      tx,
      tx.updateTable("credentials").set({ pin_tries: tries }).where("person_id", "=", personId),
    );
  if (matches) return { kind: "passed" };
  await noteWrong(room, tx, personId, tries);
  return wrong(tries);
}

type PinTry = {
  readonly personId: string;
  readonly pin: string;
  readonly client: string;
};

async function look(room: Room, input: PinTry): Promise<ChallengeVerdict> {
  const row = await room.db
    .updateTable("credentials")
    .set({ pin_tries: sql`pin_tries + 1` })
    .where("person_id", "=", input.personId)
    .where("pin_hash", "is not", null)
    .where("pin_tries", "<", TRIES)
    .returning(["pin_hash", "pin_mac", "pin_key", "pin_tries"])
    .executeTakeFirst();
  if (row === undefined || row.pin_hash === null) return { kind: "exhausted" };
  const { personId, pin } = input;
  const isPin = await matchesPin(room, { hash: row.pin_hash, mac: row.pin_mac, key: row.pin_key }, input);
  if (isPin || (await takeTotp(room, room.db, { personId, code: pin }))) {
    // Only a PIN is stored as the new record, never an app code.
    const anew = isPin && row.pin_key !== PIN_KEY ? columnsOf(await pinRecord(room, pin, input.client)) : {};
    await room.db
      .updateTable("credentials")
      .set({ ...anew, pin_tries: 0 })
      .where("person_id", "=", input.personId)
      // If the PIN was reset in the meantime, the count of tries belongs to the new PIN and stays unchanged.
      .where("pin_hash", "=", row.pin_hash)
      .execute();
    return { kind: "passed" };
  }
  await room.db.transaction().execute((tx) => noteWrong(room, tx, input.personId, row.pin_tries));
  return wrong(row.pin_tries);
}

async function noteWrong(room: Room, tx: Tx, personId: string, tries: number): Promise<void> {
  await record(tx, room.clock, {
    actor: `person:${personId}`,
    action: "accounts.wrongPin",
    subject: `person:${personId}`,
    detail: { triesLeft: TRIES - tries },
  });
}

function wrong(tries: number): ChallengeVerdict {
  return tries >= TRIES ? { kind: "exhausted" } : { kind: "wrong", triesLeft: TRIES - tries };
}

function columnsOf({ hash, mac, key }: PinRecord) {
  return { pin_hash: hash, pin_mac: mac, pin_key: key };
}
