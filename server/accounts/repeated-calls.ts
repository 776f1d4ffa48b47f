import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json } from "../../engine/values/json.ts";
import type { Tx } from "../db/index.ts";
import {
  AppError,
  createTurns,
  type ErrorCode,
  idempotencyKey,
  type Reply,
  type Request,
} from "../http/index.ts";
import type { Room } from "./room.ts";
import { hashCode, sameBytes } from "./secrets.ts";
import "./tables.ts";

/** Options that a repeatable call adds to its route. */
export const ONCE = {
  headers: { type: "object", properties: { "idempotency-key": { type: "string" } } },
  errors: ["idempotency-key-invalid", "idempotency-key-reused"],
  config: { repeatable: true },
} as const;

/**
 * Errors that ask for a proof. After the proof, the page repeats the call with the same key, and the call is
 * executed.
 */
const PROOF_FIRST: ReadonlySet<ErrorCode> = new Set(["proof-needed", "factor-needed"]);

// If the first call is still running, a repeated call waits for it.
const turns = createTurns({ each: 1 });

/** Stores the answer in the transaction of the action, so that both are committed or both rolled back. */
export type Keep<Answer> = (tx: Tx, answer: Answer) => Promise<void>;

/**
 * Executes a person's call once. A repetition with the same `Idempotency-Key` within a day gets the first
 * answer or error and has no effect. An error that asks for a proof is not stored. Every answer sends the
 * session's new secret again, because an earlier answer may have been lost. Without a key every call is
 * executed. `act` can store its answer itself. Errors: `idempotency-key-invalid`, `idempotency-key-reused`.
 */
export async function once<Answer>(
  room: Pick<Room, "db" | "clock" | "keys" | "vault">,
  { request, reply }: { readonly request: Request; readonly reply: Reply },
  act: (keep: Keep<Answer>) => Promise<Answer>,
): Promise<Answer> {
  const { person } = request;
  if (person === null) throw new AppError("log-in-first");
  const { answer, repeated } =
    request.headers["idempotency-key"] === undefined
      ? { answer: await act(async () => {}), repeated: false }
      : await actOnce(room, { request, personId: person.id, key: idempotencyKey(request) }, act);
  await person.renewal?.handOver(reply, repeated);
  return answer;
}

async function actOnce<Answer>(
  room: Pick<Room, "db" | "clock" | "keys" | "vault">,
  { request, personId, key }: { readonly request: Request; readonly personId: string; readonly key: string },
  act: (keep: Keep<Answer>) => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly repeated: boolean }> {
  const call = callOf(request);
  const body = canonicalJson((request.body ?? null) as Json);
  const body_mark = hashCode(room.keys.repeats, [body]).subarray(0, 2);
  const write = async (tx: Tx, outcome: { refused: string | null; sealed_answer: Buffer | null }) =>
    void (await tx
      .insertInto("repeated_calls")
      .values({ person_id: personId, key, call, body_mark, at: room.clock.wall(), ...outcome })
      .onConflict((conflict) => conflict.doNothing())
      .execute());
  const keep: Keep<Answer> = async (tx, answer) => {
    const sealed_answer =
      answer === undefined ? null : await room.vault.seal(tx, personId, JSON.stringify(answer));
    await write(tx, { refused: null, sealed_answer });
  };
  return await turns(`${personId} ${key}`, async () => {
    const before = await room.db
      .selectFrom("repeated_calls")
      .select(["call", "body_mark", "refused", "sealed_answer"])
      .where("person_id", "=", personId)
      .where("key", "=", key)
      .executeTakeFirst();
    if (before !== undefined) {
      if (before.call !== call || !sameBytes(before.body_mark, body_mark))
        throw new AppError("idempotency-key-reused");
      if (before.refused !== null) throw new AppError(before.refused as ErrorCode);
      if (before.sealed_answer === null) return { answer: undefined as Answer, repeated: true };
      const kept = await room.vault.open(room.db, personId, before.sealed_answer);
      return { answer: JSON.parse(kept ?? "null"), repeated: true };
    }
    let answer: Answer;
    try {
      answer = await act(keep);
    } catch (error) {
      if (
        error instanceof AppError &&
        error.status < 500 &&
        error.fields.length === 0 &&
        !PROOF_FIRST.has(error.code)
      )
        await room.db.transaction().execute((tx) => write(tx, { refused: error.code, sealed_answer: null }));
      throw error;
    }
    await room.db.transaction().execute((tx) => keep(tx, answer));
    return { answer, repeated: false };
  });
}

/**
 * Returns the person who already made the given call; `null` if none. A repetition needs this to find the
 * owner of an object that the first call removed.
 */
export async function whoseCall(room: Pick<Room, "db">, call: string): Promise<string | null> {
  const row = await room.db
    .selectFrom("repeated_calls")
    .select("person_id")
    .where("call", "=", call)
    .where("refused", "is", null)
    .executeTakeFirst();
  return row?.person_id ?? null;
}

function callOf({ method, url }: Request): string {
  return `${method} ${url.split("?", 1)[0]}`;
}
