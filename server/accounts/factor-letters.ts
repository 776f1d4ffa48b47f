import type { JsonObject } from "../../engine/values/json.ts";
import type { Tx } from "../db/index.ts";
import { localMoment } from "./local-moment.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** A letter to the person's current address about a change of their log-in methods. */
export type SecurityLetter =
  | "two-factor-on"
  | "two-factor-off"
  | "recovery-code-used"
  | "pin-changed"
  | "pin-set"
  | "passkey-added"
  | "passkey-removed"
  | "wallet-removed"
  | "account-locked"
  | "account-unlocked";

/** Notifies the owner of a change of log-in methods, so that the owner notices an attack. */
export async function tellOwner(
  room: Room,
  tx: Tx,
  personId: string,
  letter: SecurityLetter,
  data: JsonObject = {},
): Promise<void> {
  const now = room.clock.wall();
  const person = await tx
    .selectFrom("people")
    .select(["email", "language"])
    .where("id", "=", personId)
    .executeTakeFirstOrThrow();
  await room.messages.send(tx, {
    to: person.email,
    template: letter,
    language: person.language,
    data: { ...data, when: localMoment(now), link: `${room.config.origin}/contact` },
    key: `${letter}:${personId}:${now.getTime()}`,
  });
}
