import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import {
  checkProposal,
  type FlagSet,
  featureAt,
  type Position,
  protectiveSide,
  writtenDifferently,
} from "../../engine/flags/index.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import { isLocalDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { carriedTo, conflictsOf } from "./renewal.ts";
import { catalogueOf, type SwitchRoom } from "./room.ts";
import { lockSets, newestRevision, withFeatures } from "./set-store.ts";
import type { FlagChangeTable, FlagSetTable } from "./tables.ts";
import "./tables.ts";

export type SwitchFailure =
  | {
      readonly code: /** The switches are managed by an Unleash server. */
        | "switches-elsewhere"
        | "switch-unknown"
        | "switch-not-protective"
        | "switch-days"
        | "switch-twice"
        | "switches-same"
        | "not-found"
        | "already-decided"
        | "switches-not-yours"
        /** The change cannot be renewed, because it is already based on the newest set. */
        | "switches-current"
        | "four-eyes";
      readonly pointer?: string;
    }
  /** The switches were changed by somebody else since the revision `base`. */
  | { readonly code: "switches-moved"; readonly base: number; readonly revision: number }
  | { readonly code: "switches-not-valid"; readonly findings: readonly Finding[] };

export type SwitchChange = Selectable<FlagChangeTable>;
type Done<Of> = Promise<Result<Of, SwitchFailure>>;
type Newest = Selectable<FlagSetTable>;

/** A proposed change: new positions for some switches, or a whole new set. */
export type SwitchProposal = {
  /** The revision that the proposal is based on. */
  readonly base: number;
  readonly reason: string;
} & (
  | { readonly changes: readonly { readonly name: string; readonly position: Position }[] }
  | { readonly set: FlagSet }
);

/** Proposes a change of switches. Another person must decide about it. */
export async function proposeSwitches(
  room: SwitchRoom,
  personId: string,
  given: SwitchProposal,
): Done<{ readonly id: string }> {
  return await changing(room, async (tx, newest) => {
    if (given.base !== newest.revision) return moved(given.base, newest);
    const after =
      "set" in given
        ? ok(completed(given.set, newest.content))
        : positioned(room, newest.content, given.changes);
    if (!after.ok) return after;
    const checked = refuseUnsound(room, newest.content, after.value);
    if (!checked.ok) return checked;
    const change = { kind: "CHANGE", names: checked.value, content: after.value } as const;
    const id = await addChange(room, tx, { ...change, newest, personId, reason: given.reason });
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "switches.propose",
      subject: `switches:${id}`,
      to: "PROPOSED",
      detail: { base: newest.revision, names: checked.value, reason: given.reason },
    });
    return ok({ id });
  });
}

/**
 * Approves a change and puts it into force, in one transaction. The proposer cannot approve. If the change is
 * based on an older set, it is first renewed on the newest one. This is possible only if nobody has changed
 * its switches since, and the approver has seen the renewed change (`against`).
 */
export async function approveSwitches(
  room: SwitchRoom,
  personId: string,
  of: { readonly id: string; readonly note: string; readonly against?: number },
): Done<{ readonly id: string; readonly revision: number }> {
  const done = await changing(room, async (tx, newest) => {
    const found = await waiting(tx, of.id, "CHANGE");
    if (!found.ok) return found;
    if (found.value.proposed_by === personId) return fail({ code: "four-eyes" });
    const current = await onNewest(room, tx, { change: found.value, newest, by: personId, ...of });
    if (!current.ok) return current;
    const change = current.value;
    const checked = refuseUnsound(room, newest.content, change.content);
    if (!checked.ok) return checked;
    const { id } = change;
    await decide(room, tx, { id, state: "APPROVED", by: personId, note: of.note });
    await replacePresses(room, tx, personId, change);
    const revision = await apply(room, tx, change, personId);
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "switches.approve",
      subject: `switches:${id}`,
      from: String(newest.revision),
      to: String(revision),
      detail: { reason: of.note, names: change.names },
    });
    return ok({ id, revision });
  });
  if (done.ok) await taken(room);
  return done;
}

/**
 * Proposes an outdated change again, based on the newest set. The proposer is the member of staff who renews
 * it. The switches get the proposed positions, even if another change has set them since.
 */
export async function renewSwitches(
  room: SwitchRoom,
  personId: string,
  of: { readonly id: string },
): Done<{ readonly id: string }> {
  return await changing(room, async (tx, newest) => {
    const found = await waiting(tx, of.id, "CHANGE");
    if (!found.ok) return found;
    if (found.value.base === newest.revision) return fail({ code: "switches-current" });
    const renewed = await renew(room, tx, { change: found.value, newest, proposer: personId, by: personId });
    return renewed.ok ? ok({ id: renewed.value.id }) : renewed;
  });
}

/**
 * Returns the change if it is based on the newest set. If it is outdated, renews it and returns the renewed
 * change. Fails if that is not possible.
 */
async function onNewest(
  room: SwitchRoom,
  tx: Tx,
  of: {
    readonly change: SwitchChange;
    readonly newest: Newest;
    readonly by: string;
    readonly against?: number;
  },
): Done<SwitchChange> {
  const { change, newest } = of;
  if (change.base === newest.revision) return ok(change);
  const { content } = await tx
    .selectFrom("flag_sets")
    .select("content")
    .where("revision", "=", change.base)
    .executeTakeFirstOrThrow();
  const conflicts = conflictsOf(change, { base: content, newest: newest.content });
  if (of.against !== newest.revision || conflicts.length > 0) return moved(change.base, newest);
  return await renew(room, tx, { ...of, proposer: change.proposed_by });
}

/**
 * Replaces an outdated change by a new one with the same positions, based on the newest set. A new one is
 * needed, because a stored proposal is never altered.
 */
async function renew(
  room: SwitchRoom,
  tx: Tx,
  of: {
    readonly change: SwitchChange;
    readonly newest: Newest;
    readonly proposer: string;
    readonly by: string;
  },
): Done<SwitchChange> {
  const { change, newest } = of;
  const content = carriedTo(newest.content, change);
  const checked = refuseUnsound(room, newest.content, content);
  if (!checked.ok) return checked;
  const { kind, reason } = change;
  const next = { kind, names: checked.value, content, reason, newest, personId: of.proposer };
  const id = await addChange(room, tx, next);
  await decide(room, tx, { id: change.id, state: "REPLACED", by: of.by, note: reason });
  await record(tx, room.clock, {
    actor: `person:${of.by}`,
    action: "switches.renew",
    subject: `switches:${change.id}`,
    from: "PROPOSED",
    to: "REPLACED",
    detail: { by: id, base: newest.revision, names: checked.value },
  });
  return await waiting(tx, id, kind);
}

/** Sends a change back to its author, with a note that says what to correct. The author cannot do this. */
export async function sendBackSwitches(
  room: SwitchRoom,
  personId: string,
  of: { readonly id: string; readonly note: string },
): Done<{ readonly id: string }> {
  return await ending(room, of, { state: "SENT_BACK", by: personId, action: "switches.send-back" });
}

/** Withdraws a change. Only the person who proposed it can do this. */
export async function withdrawSwitches(
  room: SwitchRoom,
  personId: string,
  of: { readonly id: string; readonly note: string },
): Done<{ readonly id: string }> {
  return await ending(room, of, { state: "WITHDRAWN", by: personId, action: "switches.withdraw" });
}

/**
 * Sets a switch to its protective position at once. This is called a press, and one person can decide it
 * alone. Another person must confirm it within a day.
 */
export async function pressSwitch(
  room: SwitchRoom,
  personId: string,
  of: { readonly name: string; readonly reason: string },
): Done<{ readonly id: string; readonly revision: number }> {
  const done = await changing(room, async (tx, newest) => {
    const catalogue = catalogueOf(room);
    const entry = Object.hasOwn(catalogue, of.name) ? catalogue[of.name] : undefined;
    if (entry === undefined) return fail({ code: "switch-unknown" });
    const side = protectiveSide(entry);
    if (side === null) return fail({ code: "switch-not-protective" });
    const before = newest.content.features.find(({ name }) => name === of.name);
    // A switch that is turned off keeps its strategies, so that the same people get it when it is turned on
    // again.
    const feature =
      side === "off" && before !== undefined
        ? { ...before, enabled: false }
        : featureAt(of.name, { on: side === "on" }, before);
    const content = withFeatures(newest.content, [feature]);
    const checked = refuseUnsound(room, newest.content, content);
    if (!checked.ok) return checked;
    const change = { kind: "PRESS", names: checked.value, content } as const;
    const id = await addChange(room, tx, { ...change, newest, personId, reason: of.reason });
    const revision = await apply(room, tx, { id }, null);
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "switches.press",
      subject: `switches:${id}`,
      from: String(newest.revision),
      to: String(revision),
      detail: { reason: of.reason, names: checked.value },
    });
    return ok({ id, revision });
  });
  if (done.ok) await taken(room);
  return done;
}

/**
 * Confirms a press, by which a switch was set to its protective position. The person who pressed cannot
 * confirm.
 */
export async function confirmPress(
  room: SwitchRoom,
  personId: string,
  of: { readonly id: string; readonly note: string },
): Done<{ readonly id: string }> {
  return await room.db.transaction().execute(async (tx) => {
    const found = await waiting(tx, of.id, "PRESS");
    if (!found.ok) return found;
    if (found.value.proposed_by === personId) return fail({ code: "four-eyes" });
    await decide(room, tx, { id: of.id, state: "APPROVED", by: personId, note: of.note });
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "switches.confirm",
      subject: `switches:${of.id}`,
      from: "PROPOSED",
      to: "APPROVED",
      detail: { reason: of.note, names: found.value.names },
    });
    return ok({ id: of.id });
  });
}

/**
 * Runs work that creates a revision, while all other such calls wait. Fails if an Unleash server manages the
 * switches.
 */
async function changing<Of>(room: SwitchRoom, work: (tx: Tx, newest: Newest) => Done<Of>): Done<Of> {
  if (room.config.unleashUrl !== null) return fail({ code: "switches-elsewhere" });
  return await room.db.transaction().execute(async (tx) => {
    await lockSets(tx);
    const newest = await newestRevision(tx);
    // If the database has no set, no switch can be changed. The reason was logged when the server started.
    if (newest === null) return fail({ code: "not-found" });
    return await work(tx, newest);
  });
}

/**
 * Completes an imported set with the switches that it lacks. It can lack some, because the environment that
 * exported it may have an older release.
 */
function completed(set: FlagSet, current: FlagSet): FlagSet {
  const known = new Set(set.features.map(({ name }) => name));
  return withFeatures(
    set,
    current.features.filter(({ name }) => !known.has(name)),
    current,
  );
}

/** Returns a copy of the set in which these switches have the given positions. */
function positioned(
  room: SwitchRoom,
  set: FlagSet,
  changes: readonly { readonly name: string; readonly position: Position }[],
): Result<FlagSet, SwitchFailure> {
  const catalogue = catalogueOf(room);
  for (const [at, { name, position }] of changes.entries()) {
    if (!Object.hasOwn(catalogue, name))
      return fail({ code: "switch-unknown", pointer: `/changes/${at}/name` });
    if (changes.findIndex((one) => one.name === name) < at)
      return fail({ code: "switch-twice", pointer: `/changes/${at}/name` });
    const { from, until } = position;
    const areDays = [from, until].every((day) => day === undefined || isLocalDate(day));
    if (!areDays || (from !== undefined && until !== undefined && from > until))
      return fail({ code: "switch-days", pointer: `/changes/${at}/position/from` });
    // Refused: if the last day is in the past, the switch would be off for all people.
    if (until !== undefined && until < room.clock.today())
      return fail({ code: "switch-days", pointer: `/changes/${at}/position/until` });
  }
  const before = new Map(set.features.map((feature) => [feature.name, feature]));
  return ok(
    withFeatures(
      set,
      changes.map(({ name, position }) => featureAt(name, position, before.get(name))),
    ),
  );
}

/**
 * Returns the names of the switches that differ between two sets. Fails if none differs, or if the new set is
 * not allowed.
 */
function refuseUnsound(
  room: SwitchRoom,
  before: FlagSet,
  after: FlagSet,
): Result<readonly string[], SwitchFailure> {
  const names = writtenDifferently(before, after);
  if (names.length === 0) return fail({ code: "switches-same" });
  const real = room.config.env === "runtime";
  const findings = checkProposal({ before, after, catalogue: catalogueOf(room), real });
  return findings.length === 0 ? ok(names) : fail({ code: "switches-not-valid", findings });
}

function moved(base: number, { revision }: Newest): Result<never, SwitchFailure> {
  return fail({ code: "switches-moved", base, revision });
}

async function addChange(
  room: SwitchRoom,
  tx: Tx,
  of: Pick<SwitchChange, "kind" | "names" | "content" | "reason"> & {
    readonly newest: Newest;
    readonly personId: string;
  },
): Promise<string> {
  const id = randomUUID();
  await tx
    .insertInto("flag_changes")
    .values({
      id,
      kind: of.kind,
      base: of.newest.revision,
      content: JSON.stringify(of.content),
      names: of.names,
      state: "PROPOSED",
      reason: of.reason,
      proposed_by: of.personId,
      proposed_at: room.clock.now().toJSDate(),
      decided_by: null,
      decided_at: null,
      decision_note: null,
      escalated_at: null,
    })
    .execute();
  return id;
}

/** Makes a change the newest revision, and announces it. */
async function apply(
  room: SwitchRoom,
  tx: Tx,
  { id }: Pick<SwitchChange, "id">,
  approvedBy: string | null,
): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    insert into flag_sets (revision, content, source, change_id, reason, proposed_by, approved_by, at)
    select base + 1, content, ${approvedBy === null ? "press" : "change"}, id, reason, proposed_by, ${approvedBy}::uuid,
      ${room.clock.now().toJSDate()}
    from flag_changes where id = ${id} returning revision`.execute(tx);
  const revision = rows[0]?.revision ?? 0;
  await room.announce(tx, revision);
  return revision;
}

/**
 * Marks unconfirmed presses of these switches as replaced. They need no confirmation any more, because two
 * people have decided about the switches since.
 */
async function replacePresses(room: SwitchRoom, tx: Tx, by: string, change: SwitchChange): Promise<void> {
  await tx
    .updateTable("flag_changes")
    .set({
      state: "REPLACED",
      decided_by: by,
      decided_at: room.clock.now().toJSDate(),
      decision_note: change.reason,
    })
    .where("kind", "=", "PRESS")
    .where("state", "=", "PROPOSED")
    .where(sql<boolean>`names && ${change.names}::text[]`)
    .execute();
}

/** Locks and returns a change that waits for a decision. Fails if it is already decided. */
async function waiting(tx: Tx, id: string, kind: SwitchChange["kind"]): Done<SwitchChange> {
  const change = await tx
    .selectFrom("flag_changes")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (change?.kind !== kind) return fail({ code: "not-found" });
  return change.state === "PROPOSED" ? ok(change) : fail({ code: "already-decided" });
}

async function ending(
  room: SwitchRoom,
  { id, note }: { readonly id: string; readonly note: string },
  to: { readonly state: "SENT_BACK" | "WITHDRAWN"; readonly by: string; readonly action: string },
): Done<{ readonly id: string }> {
  return await room.db.transaction().execute(async (tx) => {
    const found = await waiting(tx, id, "CHANGE");
    if (!found.ok) return found;
    const isOwn = found.value.proposed_by === to.by;
    if (to.state === "WITHDRAWN" && !isOwn) return fail({ code: "switches-not-yours" });
    if (to.state === "SENT_BACK" && isOwn) return fail({ code: "four-eyes" });
    await decide(room, tx, { id, state: to.state, by: to.by, note });
    await record(tx, room.clock, {
      actor: `person:${to.by}`,
      action: to.action,
      subject: `switches:${id}`,
      from: "PROPOSED",
      to: to.state,
      detail: { reason: note },
    });
    return ok({ id });
  });
}

async function decide(
  room: SwitchRoom,
  tx: Tx,
  to: Pick<SwitchChange, "id" | "state"> & { readonly by: string; readonly note: string },
): Promise<void> {
  await tx
    .updateTable("flag_changes")
    .set({
      state: to.state,
      decided_by: to.by,
      decided_at: room.clock.now().toJSDate(),
      decision_note: to.note,
    })
    .where("id", "=", to.id)
    .execute();
}

/**
 * Loads the new set in this process before the call is answered. If the database is unavailable at this
 * moment, the set is loaded later, when the announcement arrives.
 */
async function taken({ flagSet, log }: SwitchRoom): Promise<void> {
  await flagSet.refresh().catch((error: unknown) => log.warn({ err: error }, "flags"));
}
