import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../engine/values/json.ts";
import { ok, type Result } from "../../engine/values/result.ts";
import { findPerson } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { EffectInput, LocalEffectContext } from "../flows/index.ts";
import { screen } from "./aml/screen.ts";
import { type General, openProfile, writeFinders } from "./profile.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** Function that opens a case at a staff desk. `follows`: name of the action that runs after the approval. */
export type OpenCase = (
  context: LocalEffectContext,
  input: EffectInput<"cases.open">,
  follows: string,
) => Promise<{ readonly reference: string; readonly dueDate: string }>;

/** Name of the action that changes a person's name once the case about it is approved. */
export const CHANGES_NAME = "change-name";

/** The parts of a name, as on the card. A title typed in free text is also replaced. */
const NAMES = [
  "nameTitle",
  "nameTitleOther",
  "firstNameTh",
  "lastNameTh",
  "firstNameEn",
  "lastNameEn",
] as const;

/**
 * Opens a case for a change of name. The name stays unchanged until two members of staff have approved the
 * change.
 */
export async function askNameChange(
  openCase: OpenCase,
  context: LocalEffectContext,
  { topic, desk, days, counting }: EffectInput<"identity.askNameChange">,
): Promise<Result<{ readonly reference: string; readonly dueDate: string }, never>> {
  return ok(await openCase(context, { topic, desk, days, counting, deciders: 2 }, CHANGES_NAME));
}

/**
 * Changes a name that two members of staff approved. Replaces the name wherever it is stored, including the
 * hashes for searching, and screens the new name. The previous name is stored sealed with the person's key.
 */
export async function changeName(
  room: Room,
  tx: Tx,
  of: {
    readonly personId: string;
    readonly given: JsonObject;
    readonly reference: string;
    readonly by: string;
  },
): Promise<void> {
  const { personId, reference, by } = of;
  const person = await findPerson(tx, personId);
  const profile = await openProfile(room, tx, personId);
  if (person === null || profile === null) throw new Error("changeName: nobody is known by a name");
  const { vault } = room.accounts;
  const at = room.clock.now().toJSDate();
  await tx
    .insertInto("identity_former_names")
    .values({
      id: randomUUID(),
      person_id: personId,
      sealed: await vault.seal(tx, personId, JSON.stringify(namesIn(profile.general))),
      reference,
      until: at,
    })
    .execute();
  const others = Object.entries(profile.general).filter(
    ([name]) => !(NAMES as readonly string[]).includes(name),
  );
  const general = { ...Object.fromEntries(others), ...namesIn(of.given) } as General;
  await tx
    .updateTable("identity_profiles")
    .set({ sealed: await vault.seal(tx, personId, JSON.stringify(general)) })
    .where("person_id", "=", personId)
    .execute();
  await writeFinders(room, tx, personId, general);
  await screen(room, tx, { person, general });
  await record(tx, room.clock, {
    actor: `person:${by}`,
    action: "identity.changeName",
    subject: `person:${personId}`,
    detail: { reference },
  });
}

/** Returns a person's former names, latest first; empty once their key is erased. */
export async function formerNames(room: Room, db: Db | Tx, personId: string): Promise<readonly General[]> {
  const rows = await db
    .selectFrom("identity_former_names")
    .select("sealed")
    .where("person_id", "=", personId)
    .orderBy("seq", "desc")
    .execute();
  const opened: General[] = [];
  for (const { sealed } of rows) {
    const text = await room.accounts.vault.open(db, personId, sealed);
    if (text !== null) opened.push(JSON.parse(text) as General);
  }
  return opened;
}

function namesIn(of: JsonObject): JsonObject {
  return Object.fromEntries(NAMES.flatMap((name) => (of[name] === undefined ? [] : [[name, of[name]]])));
}
