import type { Db, Tx } from "../db/index.ts";
import { soon } from "../db/index.ts";
import type { Person, SessionRenewal } from "../http/index.ts";
import type { Cookies } from "./cookies.ts";
import type { Keep } from "./repeated-calls.ts";
import type { Room } from "./room.ts";
import { hashCode, hashToken, randomToken } from "./secrets.ts";
import "./tables.ts";

/**
 * Returns the next secret of a session after a proof. It is derived from the present secret's hash and the
 * call's key, so that a repetition after a lost answer gives the same secret. Only the hash of the secret is
 * stored.
 */
export function nextSecret(room: Pick<Room, "keys">, { secret, key }: SecretAndKey): string {
  return hashCode(room.keys.renewal, [hashToken(secret).toString("hex"), key]).toString("base64url");
}

type SecretAndKey = { readonly secret: string; readonly key: string };

/**
 * Renews the session of a call, so that the earlier secret stops working. Of two parallel proofs, only the
 * first renews the session. `renewed`: whether this repeats a call that already renewed the session.
 */
export function sessionRenewal(
  room: Room,
  cookies: Cookies,
  given: {
    readonly session: string;
    readonly secret: string;
    readonly key: string | null;
    readonly renewed: boolean;
  },
): SessionRenewal {
  const { session, secret, key, renewed } = given;
  const next = renewed ? secret : nextSecret(room, { secret, key: key ?? randomToken() });
  const proof = hashToken(secret).toString("hex");
  let isNext = Promise.resolve(renewed);
  return {
    proof,
    prove: (tx: Tx) => {
      if (renewed) return;
      // The update is sent but not awaited here, so that it costs no separate round trip to the database.
      const asked = soon(
        tx,
        tx
          .updateTable("sessions")
          .set({ secret_hash: hashToken(next) })
          .where("id", "=", session)
          .where("secret_hash", "in", [hashToken(secret), hashToken(next)])
          .where("ended_at", "is", null)
          .returning("id")
          .compile(),
      );
      isNext = asked.then(
        (rows) => rows.length > 0,
        // If the update fails, the transaction fails too, so the error needs no handling here.
        () => false,
      );
    },
    handOver: async (reply, repeated = false) => {
      if (!(await isNext) && !(repeated && (await opens(room.db, { session, secret: next })))) return;
      cookies.setSession(reply, next);
      if (!renewed) room.secretOver(proof);
    },
  };
}

async function opens(
  db: Db,
  { session, secret }: { readonly session: string; readonly secret: string },
): Promise<boolean> {
  const found = await db
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", session)
    .where("secret_hash", "=", hashToken(secret))
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Renews the session's secret after a proof, in a separate transaction. The function `once` then sends the
 * new secret.
 */
export async function renewSecret<Answer>(
  room: Pick<Room, "db">,
  { person: { renewal } }: { readonly person: Pick<Person, "renewal"> },
  { keep, answer }: { readonly keep: Keep<Answer>; readonly answer: Answer },
): Promise<Answer> {
  await room.db.transaction().execute(async (tx) => {
    renewal?.prove(tx);
    await keep(tx, answer);
  });
  return answer;
}

/** Returns which of these secret hashes (hex) still open a session at `now`. */
export async function livingProofs(
  room: Pick<Room, "db" | "clock">,
  proofs: readonly string[],
): Promise<ReadonlySet<string>> {
  const now = room.clock.wall();
  const rows = await room.db
    .selectFrom("sessions")
    .select("secret_hash")
    .where(
      "secret_hash",
      "in",
      proofs.map((proof) => Buffer.from(proof, "hex")),
    )
    .where("ended_at", "is", null)
    .where("idle_until", ">", now)
    .where("ends_at", ">", now)
    .execute();
  return new Set(rows.map(({ secret_hash }) => secret_hash.toString("hex")));
}
