import { randomUUID } from "node:crypto";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Db, Tx } from "../db/index.ts";
import { cardHash } from "./profile.ts";
import type { Room } from "./room.ts";
import type { CardData } from "./vendor.ts";

/** Answers of the register that mean a problem with the card, by the register's codes. */
const FAILURES = { 1: "chip", 2: "void", 4: "no-match", 5: "missing" } as const;

export type CardFailure = { readonly code: "chip" | "void" | "no-match" | "missing" | "unavailable" };

/**
 * Asks the card register about a card, once per key. Does not ask again about a card that the register
 * reported as good. Stores the register's answer with a hash of the question.
 */
export async function checkCard(
  room: Room,
  personId: string,
  card: CardData,
  idempotencyKey: string,
): Promise<Result<{ readonly code: 0 }, CardFailure>> {
  const known = await room.db
    .selectFrom("dopa_checks")
    .select("code")
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  if (known !== undefined) return meaningOf(known.code);
  if (await cardIsGood(room, room.db, personId, card)) return ok({ code: 0 });
  const answer = await room.register().check(card);
  if (!answer.ok) return fail({ code: "unavailable" });
  await room.db
    .insertInto("dopa_checks")
    .values({
      id: randomUUID(),
      person_id: personId,
      idempotency_key: idempotencyKey,
      subject_hash: cardHash(room, card),
      code: answer.value.code,
      at: room.clock.now().toJSDate(),
    })
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .execute();
  return meaningOf(answer.value.code);
}

/** Returns whether the register's last answer about this card was "good". */
export async function cardIsGood(
  room: Room,
  db: Db | Tx,
  personId: string,
  card: CardData,
): Promise<boolean> {
  const last = await db
    .selectFrom("dopa_checks")
    .select("code")
    .where("person_id", "=", personId)
    .where("subject_hash", "=", cardHash(room, card))
    .orderBy("seq", "desc")
    .executeTakeFirst();
  return last?.code === 0;
}

function meaningOf(code: number): Result<{ readonly code: 0 }, CardFailure> {
  if (code === 0) return ok({ code });
  const failure = FAILURES[code as keyof typeof FAILURES];
  if (failure === undefined) throw new Error(`checkCard: the register answered code ${code}`);
  return fail({ code: failure });
}
