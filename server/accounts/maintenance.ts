import type { Words } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { localMoment } from "./local-moment.ts";
import { peopleWithRole } from "./people.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** The maintenance state of the portal, with the person who set it. */
export type MaintenanceState = {
  readonly maintenance: boolean;
  /** Text shown on the maintenance screen below the apology. */
  readonly text: Words | null;
  /** Time of the last change, in ISO 8601; `null` if never changed. */
  readonly since: string | null;
  readonly by: string | null;
  readonly reason: string | null;
};

const NEVER: MaintenanceState = { maintenance: false, text: null, since: null, by: null, reason: null };

/** Reads the maintenance state, which all processes share. */
export async function readMaintenance(db: Db | Tx): Promise<MaintenanceState> {
  const row = await db
    .selectFrom("app_settings")
    .select("value")
    .where("name", "=", "maintenance")
    .executeTakeFirst();
  return (row?.value as MaintenanceState | undefined) ?? NEVER;
}

/**
 * Returns whether a request stays allowed under maintenance. The staff pages and their log-in stay open, so
 * that an admin can end the maintenance. `action` is the header `x-action` of section 7:
 * `app-setting[/overview]`.
 */
export function staysOpen(action: string | undefined): boolean {
  const path = /^app-setting\[(.*)\]$/.exec(action ?? "")?.[1] ?? "";
  return /^\/staff(\/|$)/.test(path) || /^\/login\?(.*&)?next=%2Fstaff(%2F|%3F|&|$)/i.test(path);
}

/**
 * Closes or opens the portal, or changes the maintenance text, immediately. One admin is enough. The reason
 * is recorded and sent to the other admins. Errors: `nothing-changed`.
 */
export async function setMaintenance(
  room: Room,
  wanted: {
    readonly maintenance: boolean;
    readonly text: Words | null;
    readonly reason: string;
    readonly by: string;
  },
): Promise<Result<MaintenanceState, { readonly code: "nothing-changed" }>> {
  return await room.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom("app_settings")
      .select("name")
      .where("name", "=", "maintenance")
      .forUpdate()
      .execute();
    const before = await readMaintenance(tx);
    const text = wanted.maintenance ? wanted.text : null;
    const same =
      before.maintenance === wanted.maintenance &&
      before.text?.th === text?.th &&
      before.text?.en === text?.en;
    if (same) return fail({ code: "nothing-changed" } as const);
    const now = room.clock.wall();
    const state = { ...wanted, text, since: now.toISOString() };
    await tx
      .insertInto("app_settings")
      .values({ name: "maintenance", value: JSON.stringify(state) })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: JSON.stringify(state) }))
      .execute();
    await record(tx, room.clock, {
      actor: `person:${wanted.by}`,
      action: "accounts.setMaintenance",
      subject: "portal",
      from: before.maintenance ? "closed" : "open",
      to: state.maintenance ? "closed" : "open",
      detail: { reason: wanted.reason },
    });
    for (const { id, email, language } of await peopleWithRole(tx, "admin"))
      if (id !== wanted.by)
        await room.messages.send(tx, {
          to: email,
          template: state.maintenance ? "maintenance-began" : "maintenance-ended",
          language,
          data: {
            when: localMoment(now),
            reason: wanted.reason,
            link: `${room.config.origin}/staff/maintenance`,
          },
          key: `maintenance:${now.toISOString()}:${id}`,
        });
    return ok(state);
  });
}
