import { sql } from "kysely";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import { later, soon, type Tx } from "../db/index.ts";
import type { ChallengeVerdict, QuickVerdict } from "../flows/index.ts";
import { createTurns } from "../http/index.ts";
import { takeTotp } from "./authenticator.ts";
import { tellOwner } from "./factor-letters.ts";
import { matchesPin, matchesPinQuickly, PIN_KEY, type PinRecord, pinRecord } from "./pin-record.ts";
import { isWeakPin } from "./pin-rules.ts";
import type { Room } from "./room.ts";
import { browserOfSession, endOtherSessions } from "./sessions.ts";

const TRIES = 5;

/** Stands where a PIN was blocked by a new password; no PIN matches it, and no try is left to look at it. */
const NO_HASH = "blocked";

// A right PIN has its try back before the next is counted, however many of hers come at once.
const turns = createTurns({ each: 1 });

/**
 * Sets the PIN and gives it its tries anew. The owner is told by e-mail when and with which browser; where it takes the place of
 * another, their other sessions end. `stored` is what `pinRecord` made of it before the transaction; `birthDate` as far as it is
 * known. Errors: `weak-pin`.
 */
export async function setPin(
  room: Room,
  tx: Tx,
  input: {
    readonly personId: string;
    readonly pin: string;
    readonly stored: PinRecord;
    readonly birthDate?: string;
    /** The log-in that asks. */
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
 * Blocks the PIN, if there is one, as five wrong tries do: a new one is set by a code to the mailbox. Its record is overwritten, so
 * that a try that is being looked at does not open it again.
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
 * Tries a PIN by argon2id; where two-step log-in is on, a code of the app does as well. The try is counted and committed before
 * either is looked at, and nothing is held while it is: of a hundred tries at once five are looked at, and a process that dies in
 * between has spent a try. A good one gives them all back, and a record that was made without the present key is made anew.
 */
export async function checkPin(room: Room, input: PinTry): Promise<ChallengeVerdict> {
  return await turns(input.personId, () => look(room, input));
}

/**
 * The same with its keyed hash in the place of argon2id, in the given transaction, which the caller commits also where it was
 * wrong: tries wait for each other at the row, so none is looked at without being counted. `not-quick` where its record is an older one.
 */
export async function tryPin(
  room: Room,
  tx: Tx,
  { personId, pin }: { readonly personId: string; readonly pin: string },
): Promise<QuickVerdict> {
  const asked = tx
    .selectFrom("credentials")
    .select(["pin_hash", "pin_mac", "pin_key", "pin_tries"])
    .where("person_id", "=", personId)
    .where("pin_hash", "is not", null)
    .where("pin_tries", "<", TRIES)
    .forUpdate();
  const [row] = await soon(tx, asked.compile());
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
    // A code of the app is no PIN: only what was one is recorded.
    const anew = isPin && row.pin_key !== PIN_KEY ? columnsOf(await pinRecord(room, pin, input.client)) : {};
    await room.db
      .updateTable("credentials")
      .set({ ...anew, pin_tries: 0 })
      .where("person_id", "=", input.personId)
      // Set anew meanwhile: its tries are another PIN's.
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
