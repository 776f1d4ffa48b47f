import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Selectable, sql } from "kysely";
import {
  type Draft,
  type PatchedFile,
  patched,
  patchOf,
  printed,
  reprint,
} from "../../engine/edits/index.ts";
import type { Json } from "../../engine/values/json.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Database, Db, Tx } from "../db/index.ts";
import { type Definitions, readVersion, summaryOf } from "../definitions/index.ts";
import type { DefinitionFailure, Letters, Publishing } from "../publishing/index.ts";
import { isEditable } from "../sources/index.ts";
import {
  asDraft,
  backFrom,
  draftOf,
  isShared,
  rewritten,
  usedBy,
  type Written,
  withWritten,
  writtenOn,
} from "./shared-use.ts";
import { type Part, type Parts, type Schedule, writtenValue } from "./tables.ts";

/** A stored change. */
export type Change = Selectable<Database["changes"]>;

/** Maximum undo steps per flow. */
const MOST_DONE = 300;

/** The status of a change: the stored state, and after submission the decision about its versions. */
export type Status = "open" | "withdrawn" | "waiting" | "scheduled" | "sent-back" | "published";

/** Why an action failed. */
export type ChangeFailure =
  | {
      readonly code:
        | "not-found"
        /** Saved by someone else meanwhile. The texts must be merged. */
        | "change-moved"
        | "change-not-yours"
        /** Submitted or withdrawn, so no one can edit it. */
        | "change-closed"
        /** Being written or withdrawn, so there is nothing to decide. */
        | "change-not-handed-in"
        /** A file is not valid JSON. */
        | "change-not-json"
        /** Not a patch, or made from other files. */
        | "patch-does-not-fit"
        /** The time is past or too far away. */
        | "schedule-moment";
    }
  | DefinitionFailure;

type Done<Of> = Promise<Result<Of, ChangeFailure>>;

/** The room of changes: what people write before they submit it. */
export type Changes = {
  readonly list: () => Promise<readonly Change[]>;
  readonly find: (id: string) => Promise<Change | null>;
  readonly statusOf: (change: Change) => Promise<Status>;
  readonly begin: (given: { readonly title: string; readonly by: string }) => Promise<Change>;
  /** Stores the files of a flow, valid or not. A part without files is removed. */
  readonly save: (given: {
    readonly id: string;
    readonly by: string;
    readonly revision: number;
    readonly title?: string;
    readonly flow?: string;
    readonly part?: Part;
  }) => Done<Change>;
  /** Makes the caller the writer of the change. The writer before reads the reason. */
  readonly take: (given: {
    readonly id: string;
    readonly by: string;
    readonly reason: string;
  }) => Done<Change>;
  /** Proposes a version per flow, all or none. The gate judges each. */
  readonly handIn: (given: {
    readonly id: string;
    readonly by: string;
    readonly revision: number;
    readonly reason: string;
  }) => Done<Change>;
  /** Withdraws waiting versions, so that the change can be edited again. */
  readonly reopen: (given: { readonly id: string; readonly by: string }) => Done<Change>;
  readonly withdraw: (given: { readonly id: string; readonly by: string }) => Done<Change>;
  /** Publishes all its versions or none. `evidence`: what was reviewed, per version. */
  readonly approve: (given: {
    readonly id: string;
    readonly by: string;
    readonly evidence: { readonly [version: string]: string };
    readonly note: string;
  }) => Done<Change>;
  /** Approves the versions for a later time. Then they are checked again and published, or stopped with a letter. */
  readonly schedule: (given: {
    readonly id: string;
    readonly by: string;
    readonly evidence: { readonly [version: string]: string };
    readonly note: string;
    readonly at: Date;
  }) => Done<Change>;
  /** Cancels the schedule. The change waits for a decision again. */
  readonly unschedule: (given: { readonly id: string; readonly by: string }) => Done<Change>;
  /** Publishes due changes, or writes to approver and writers why not. Returns the number published. */
  readonly publishDue: () => Promise<number>;
  /** Refuses all versions, with what to correct. */
  readonly sendBack: (given: {
    readonly id: string;
    readonly by: string;
    readonly note: string;
  }) => Done<Change>;
  /** Returns its changes of the release's files as a git patch. */
  readonly patchOf: (change: Change) => Promise<string>;
  /** Creates a change from a patch to the release's files, each part based on the current version. */
  readonly importPatch: (given: {
    readonly title: string;
    readonly patch: string;
    readonly by: string;
  }) => Done<Change>;
  /** Returns the other flows that use shared files which the change modifies, and do not have the modification yet. */
  readonly alongside: (given: {
    readonly change: Change;
    readonly flow: string;
  }) => Promise<readonly string[]>;
  /** Adds the shared modifications to those flows, as parts of the same change. */
  readonly spread: (given: {
    readonly id: string;
    readonly by: string;
    readonly revision: number;
    readonly flow: string;
  }) => Done<Change>;
  readonly comment: (given: {
    readonly id: string;
    readonly by: string;
    readonly text: string;
  }) => Done<null>;
  readonly comments: (id: string) => Promise<readonly Selectable<Database["change_comments"]>[]>;
};

/** The job that publishes scheduled changes. */
export const publishDueJob = "changes.publish-due";

/** Creates the room. */
export function createChanges(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly definitions: Pick<Definitions, "current" | "flows">;
  /** Folder of the release's files. */
  readonly rootDir: string;
  readonly publishing: Pick<
    Publishing,
    "proposeTogether" | "approveTogether" | "refuseTogether" | "withdrawTogether" | "checkName"
  >;
  readonly letters: Pick<Letters, "stopped" | "taken">;
}): Changes {
  const { db, clock, publishing } = deps;
  const find = async (on: Db | Tx, id: string): Promise<Change | null> =>
    (await on.selectFrom("changes").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;

  const locked = async (tx: Tx, id: string): Promise<Change | null> => {
    await tx.selectFrom("changes").select("id").where("id", "=", id).forUpdate().execute();
    return await find(tx, id);
  };

  /** Locks a change of this writer. `revision`: the one they know. */
  const own = async (
    tx: Tx,
    { id, by, revision }: { readonly id: string; readonly by: string; readonly revision?: number },
  ): Promise<Result<Change, ChangeFailure>> => {
    const change = await locked(tx, id);
    if (change === null) return fail({ code: "not-found" });
    if (change.owner !== by) return fail({ code: "change-not-yours" });
    if (change.state !== "open") return fail({ code: "change-closed" });
    if (revision !== undefined && revision !== change.revision) return fail({ code: "change-moved" });
    return ok(change);
  };
  const update = async (
    tx: Tx,
    change: Change,
    to: Partial<
      Pick<
        Change,
        "title" | "owner" | "writers" | "state" | "parts" | "reason" | "versions" | "schedule" | "taken"
      >
    >,
  ): Promise<Change> => {
    const { parts, schedule, taken, ...rest } = to;
    return await tx
      .updateTable("changes")
      .set({
        ...rest,
        ...(parts === undefined ? {} : { parts: JSON.stringify(parts) }),
        ...(schedule === undefined ? {} : { schedule: schedule && JSON.stringify(schedule) }),
        ...(taken === undefined ? {} : { taken: taken && JSON.stringify(taken) }),
        revision: change.revision + 1,
        saved_at: clock.now().toJSDate(),
      })
      .where("id", "=", change.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  };
  /** Returns all writers, including this person. */
  const withWriter = ({ writers }: Change, by: string): readonly string[] => [...new Set([...writers, by])];
  const tell = async (
    tx: Tx,
    change: Change,
    {
      by,
      what,
      from = null,
      to = null,
      reason,
    }: {
      readonly by: string;
      readonly what: string;
      readonly from?: string | null;
      readonly to?: string | null;
      readonly reason?: string;
    },
  ): Promise<void> =>
    await record(tx, clock, {
      actor: `person:${by}`,
      action: `changes.${what}`,
      subject: `change:${change.id}`,
      from,
      to,
      detail: {
        title: change.title,
        flows: Object.keys(change.parts),
        ...(reason === undefined ? {} : { reason }),
      },
    });
  const statusOf = async (change: Change, on: Db | Tx = db): Promise<Status> => {
    if (change.state !== "handed-in") return change.state;
    const states = new Set(
      (
        await on
          .selectFrom("definition_versions")
          .select("state")
          .where("id", "in", change.versions)
          .execute()
      ).map(({ state }) => state),
    );
    if (states.has("proposed") || states.has("draft"))
      return change.schedule?.stopped === null ? "scheduled" : "waiting";
    return states.has("refused") || states.has("withdrawn") ? "sent-back" : "published";
  };

  /** Returns a change that waits for a decision. The versions themselves exclude its writers. */
  const decidable = async (id: string): Promise<Result<Change, ChangeFailure>> => {
    const change = await find(db, id);
    if (change === null) return fail({ code: "not-found" });
    const status = await statusOf(change);
    return isWaiting(status) ? ok(change) : fail({ code: undecidable(status) });
  };

  /** Returns why this evidence does not match the stored versions on the current basis; `null` if it matches. */
  const faultOf = async (
    tx: Tx,
    { versions }: Change,
    evidence: Schedule["evidence"],
  ): Promise<"decided-together" | "evidence-changed" | "version-outdated" | null> => {
    const looked = Object.keys(evidence);
    if (looked.length !== versions.length || !versions.every((one) => looked.includes(one)))
      return "decided-together";
    for (const id of versions) {
      const version = await readVersion(tx, id);
      if (version === null || summaryOf(version).evidence_hash !== evidence[id]) return "evidence-changed";
      const now = deps.definitions.current(version.flow)?.id ?? null;
      if (summaryOf(version).based_on !== now) return "version-outdated";
    }
    return null;
  };

  /** Publishes a due change; `null` if the gate is busy. */
  const publishOne = async (change: Change, schedule: Schedule): Promise<boolean | null> => {
    const { by, note, evidence } = schedule;
    const approved = await publishing.approveTogether({ evidence, by, note });
    if (approved.ok) return true;
    if (approved.error.code === "gate-busy") return null;
    const { code } = approved.error;
    await db.transaction().execute(async (tx) => {
      const now = await locked(tx, change.id);
      // It was decided, withdrawn, or published by another process meanwhile.
      if (now?.revision !== change.revision || (await statusOf(now, tx)) !== "scheduled") return;
      const stopped = await update(tx, now, { schedule: { ...schedule, stopped: code } });
      await tell(tx, stopped, { by, what: "stop", to: code });
      const { id, title, owner, revision } = stopped;
      await deps.letters.stopped(tx, { id, title, to: [...new Set([by, owner])], key: `${id}:${revision}` });
    });
    return false;
  };

  const begin: Changes["begin"] = async ({ title, by }) =>
    await db.transaction().execute(async (tx) => {
      const at = clock.now().toJSDate();
      const change = await tx
        .insertInto("changes")
        .values({
          id: randomUUID(),
          title,
          author: by,
          owner: by,
          writers: [by],
          state: "open",
          revision: 1,
          parts: "{}",
          reason: null,
          begun_at: at,
          saved_at: at,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await tell(tx, change, { by, what: "begin" });
      return change;
    });

  /** Returns the written files that a current flow uses: its own, and the shared ones it reads. */
  const usedOf = async (given: {
    readonly of: string;
    readonly written: Written;
    readonly before: Draft;
  }): Promise<Written> => {
    const version = await readVersion(db, given.of);
    if (version === null) return {};
    const paths = Object.keys(given.written);
    const all = writtenOn(given.written, given.before, draftOf(version.files, paths));
    const shared = usedBy(version, all);
    return Object.fromEntries(Object.entries(all).filter(([path]) => !isShared(path) || path in shared));
  };

  /** Returns parts for the other flows that use shared files modified in this flow's part. */
  const spreading = async (change: Change, from: string): Promise<Parts> => {
    const part = change.parts[from];
    const isAny = Object.keys(part?.files ?? {}).some(isShared);
    if (part === undefined || !isAny) return {};
    const written = Object.fromEntries(Object.entries(part.files).filter(([path]) => isShared(path)));
    const base = part.base === null ? null : await readVersion(db, part.base);
    const paths = Object.keys(written);
    const before = draftOf(base?.files ?? {}, paths);
    const parts: { [flow: string]: Part } = {};
    for (const flow of deps.definitions.flows()) {
      const had = change.parts[flow];
      const of = had === undefined ? deps.definitions.current(flow)?.id : had.base;
      const version = of === undefined || of === null || flow === from ? null : await readVersion(db, of);
      if (version === null) continue;
      const now = had === undefined ? version : rewritten(version, had.files);
      const more = usedBy(now, writtenOn(written, before, draftOf(now.files, paths)));
      if (Object.keys(more).length === 0) continue;
      // The author's earlier undo steps still work after this.
      const was = withWritten(draftOf(version.files, paths), had?.files ?? {});
      const done = [...(had?.done ?? []), backFrom(was, more)].slice(-MOST_DONE);
      parts[flow] = { base: version.id, files: { ...had?.files, ...more }, done, undone: [] };
    }
    return parts;
  };

  return {
    list: async () =>
      await db.selectFrom("changes").selectAll().orderBy("saved_at", "desc").limit(200).execute(),
    find: async (id) => await find(db, id),
    statusOf: async (change) => await statusOf(change),
    comments: async (id) =>
      await db.selectFrom("change_comments").selectAll().where("change_id", "=", id).orderBy("seq").execute(),

    begin,

    save: async ({ id, by, revision, title, flow, part }) => {
      if (flow !== undefined && part !== undefined) {
        const forbidden = Object.keys(part.files).filter((path) => !isEditable(path, flow));
        if (forbidden.length > 0) return fail({ code: "file-not-editable", paths: forbidden });
        // An outdated base is kept: the studio merges the part with the newer version, so that nothing is lost.
        const base = part.base === null ? null : await readVersion(db, part.base);
        if (part.base === null) {
          const name = await publishing.checkName(flow);
          if (!name.ok) return name;
        } else if (base?.flow !== flow || base.state !== "published")
          return fail({ code: "version-unknown" });
      }
      return await db.transaction().execute(async (tx): Done<Change> => {
        const found = await own(tx, { id, by, revision });
        if (!found.ok) return found;
        const change = found.value;
        return ok(
          await update(tx, change, {
            writers: withWriter(change, by),
            ...(title === undefined ? {} : { title }),
            ...(flow === undefined || part === undefined
              ? {}
              : { parts: withPart(change.parts, flow, part) }),
          }),
        );
      });
    },

    take: async ({ id, by, reason }) =>
      await db.transaction().execute(async (tx): Done<Change> => {
        const change = await locked(tx, id);
        if (change === null) return fail({ code: "not-found" });
        if (change.state === "withdrawn") return fail({ code: "change-closed" });
        if (change.owner === by) return ok(change);
        await tell(tx, change, { by, what: "take", from: change.owner, to: by, reason });
        const taken = { by, from: change.owner, at: clock.now().toJSDate().toISOString(), reason };
        const now = await update(tx, change, { owner: by, taken });
        const { title, owner } = change;
        await deps.letters.taken(tx, { id, title, from: owner, by, reason, key: `${id}:${now.revision}` });
        return ok(now);
      }),

    handIn: async ({ id, by, revision, reason }) => {
      const found = await db.transaction().execute((tx) => own(tx, { id, by, revision }));
      if (!found.ok) return found;
      const parts = Object.entries(found.value.parts).map(([flow, { base, files }]) => ({
        flow,
        base,
        changes: Object.entries(files).map(([path, text]) => [path, writtenValue(text)] as const),
      }));
      if (parts.length === 0) return fail({ code: "nothing-changed" });
      const isWhole = parts.every(({ changes }) => changes.every(([, value]) => value !== undefined));
      if (!isWhole) return fail({ code: "change-not-json" });
      let handed: Change | null = null;
      try {
        const proposed = await publishing.proposeTogether({
          parts: parts.map((part) => ({
            ...part,
            changes: Object.fromEntries(part.changes) as { [path: string]: Json },
          })),
          note: reason,
          by,
          change: { id, title: found.value.title },
          writers: found.value.writers,
          alongside: async (tx, versions) => {
            // It may have been saved or taken while the gate judged; then the judged content is outdated.
            const again = await own(tx, { id, by, revision });
            if (!again.ok) throw new Moved(again.error);
            const ids = versions.map((version) => version.id);
            await tell(tx, again.value, { by, what: "hand-in", to: ids.join(" "), reason });
            handed = await update(tx, again.value, { state: "handed-in", reason, versions: ids });
          },
        });
        if (!proposed.ok) return proposed;
      } catch (error) {
        if (error instanceof Moved) return fail(error.failure);
        throw error;
      }
      if (handed === null) throw new Error(`createChanges: ${id} was proposed and not marked`);
      return ok(handed);
    },

    reopen: async ({ id, by }) => {
      const change = await find(db, id);
      if (change === null) return fail({ code: "not-found" });
      if (change.owner !== by) return fail({ code: "change-not-yours" });
      const status = await statusOf(change);
      if (!isWaiting(status) && status !== "sent-back") return fail({ code: "change-closed" });
      const waiting: string[] = [];
      for (const id of change.versions)
        if ((await readVersion(db, id))?.state === "proposed") waiting.push(id);
      const withdrawn = await publishing.withdrawTogether({ ids: waiting, by });
      if (!withdrawn.ok) return withdrawn;
      return await db.transaction().execute(async (tx): Done<Change> => {
        await tell(tx, change, { by, what: "reopen" });
        return ok(await update(tx, change, { state: "open", schedule: null }));
      });
    },

    withdraw: async ({ id, by }) =>
      await db.transaction().execute(async (tx): Done<Change> => {
        const found = await own(tx, { id, by });
        if (!found.ok) return found;
        await tell(tx, found.value, { by, what: "withdraw" });
        return ok(await update(tx, found.value, { state: "withdrawn" }));
      }),

    approve: async ({ id, by, evidence, note }) => {
      const change = await decidable(id);
      if (!change.ok) return change;
      const { versions } = change.value;
      const looked = Object.keys(evidence);
      const isWhole = looked.length === versions.length && versions.every((one) => looked.includes(one));
      if (!isWhole) return fail({ code: "decided-together" });
      const approved = await publishing.approveTogether({ evidence, by, note });
      return approved.ok ? change : approved;
    },

    schedule: async ({ id, by, evidence, note, at }) => {
      const now = clock.now();
      if (at <= now.toJSDate() || at > now.plus({ years: 1 }).toJSDate())
        return fail({ code: "schedule-moment" });
      return await db.transaction().execute(async (tx): Done<Change> => {
        const change = await locked(tx, id);
        if (change === null) return fail({ code: "not-found" });
        if (change.writers.includes(by)) return fail({ code: "four-eyes" });
        const status = await statusOf(change, tx);
        if (status !== "waiting") return fail({ code: undecidable(status) });
        const fault = await faultOf(tx, change, evidence);
        if (fault !== null) return fail({ code: fault });
        await tell(tx, change, { by, what: "schedule", to: at.toISOString() });
        const schedule = { at: at.toISOString(), by, note, evidence, stopped: null };
        return ok(await update(tx, change, { schedule }));
      });
    },

    unschedule: async ({ id, by }) =>
      await db.transaction().execute(async (tx): Done<Change> => {
        const change = await locked(tx, id);
        if (change === null) return fail({ code: "not-found" });
        if ((await statusOf(change, tx)) !== "scheduled") return fail({ code: "already-decided" });
        await tell(tx, change, { by, what: "unschedule", from: change.schedule?.at ?? null });
        return ok(await update(tx, change, { schedule: null }));
      }),

    publishDue: async () => {
      const due = await db
        .selectFrom("changes")
        .selectAll()
        .where("state", "=", "handed-in")
        .where(sql<boolean>`(schedule ->> 'at')::timestamptz <= ${clock.now().toJSDate()}`)
        .where(sql<boolean>`schedule ->> 'stopped' is null`)
        .orderBy(sql`schedule ->> 'at'`)
        .execute();
      let published = 0;
      for (const change of due) {
        const { schedule } = change;
        if (schedule === null || (await statusOf(change)) !== "scheduled") continue;
        if (await publishOne(change, schedule)) published += 1;
      }
      return published;
    },

    sendBack: async ({ id, by, note }) => {
      const change = await decidable(id);
      if (!change.ok) return change;
      const refused = await publishing.refuseTogether({ ids: change.value.versions, by, note });
      return refused.ok ? change : refused;
    },

    patchOf: async ({ parts }) => {
      const files = new Map<string, PatchedFile>();
      for (const { files: written } of Object.values(parts))
        for (const [path, text] of Object.entries(written)) {
          const before = textOn(deps.rootDir, path);
          const value = writtenValue(text);
          const after =
            value === undefined || value === null
              ? text
              : before === null
                ? printed(value)
                : reprint(before, value);
          files.set(path, { path, before, after });
        }
      return patchOf([...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1)));
    },

    importPatch: async ({ title, patch, by }) => {
      const made = patched(patch, (path) => textOn(deps.rootDir, path));
      if (!made.ok) return fail({ code: "patch-does-not-fit" });
      const all = made.value.map(({ path, after }) => ({ path, after }));
      const named = all.flatMap(({ path }) => /^(?:flows|schemas)\/([^/]+)\//.exec(path)?.[1] ?? []);
      const known = new Set(deps.definitions.flows());
      const isWhole = (flow: string) => all.some(({ path }) => path === `flows/${flow}/flow.json`);
      const flows = [...new Set(named)].filter((flow) => known.has(flow) || isWhole(flow));
      const before = Object.fromEntries(
        made.value.flatMap(({ path, before }) =>
          before === null ? [] : [[path, asDraft(before) as string]],
        ),
      );
      const parts: { [flow: string]: Part } = {};
      for (const flow of new Set([...flows, ...known])) {
        const written = Object.fromEntries(
          all.filter(({ path }) => isEditable(path, flow)).map(({ path, after }) => [path, asDraft(after)]),
        );
        const of = deps.definitions.current(flow)?.id;
        const files = of === undefined ? written : await usedOf({ of, written, before });
        if (Object.keys(files).length > 0) parts[flow] = { base: of ?? null, files, done: [], undone: [] };
      }
      if (Object.keys(parts).length === 0) return fail({ code: "nothing-changed" });
      const change = await begin({ title, by });
      return await db
        .transaction()
        .execute(async (tx): Done<Change> => ok(await update(tx, change, { parts })));
    },

    alongside: async ({ change, flow }) => Object.keys(await spreading(change, flow)),

    spread: async ({ id, by, revision, flow }) => {
      const change = await db.transaction().execute((tx) => own(tx, { id, by, revision }));
      if (!change.ok) return change;
      if (!Object.hasOwn(change.value.parts, flow)) return fail({ code: "not-found" });
      const parts = await spreading(change.value, flow);
      return await db.transaction().execute(async (tx): Done<Change> => {
        const found = await own(tx, { id, by, revision });
        if (!found.ok) return found;
        const writers = withWriter(found.value, by);
        return ok(await update(tx, found.value, { writers, parts: { ...found.value.parts, ...parts } }));
      });
    },

    comment: async ({ id, by, text }) => {
      if ((await find(db, id)) === null) return fail({ code: "not-found" });
      const row = { change_id: id, by_person: by, at: clock.now().toJSDate(), text };
      await db.insertInto("change_comments").values(row).execute();
      return ok(null);
    },
  };
}

/** Returns whether it can still be decided. */
function isWaiting(status: Status): boolean {
  return status === "waiting" || status === "scheduled";
}

/** Returns why a change in this status cannot be decided. */
function undecidable(status: Status): "already-decided" | "change-not-handed-in" {
  return status === "open" || status === "withdrawn" ? "change-not-handed-in" : "already-decided";
}

/** Thrown to roll back a transaction. */
class Moved extends Error {
  readonly failure: ChangeFailure;
  constructor(failure: ChangeFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Returns the text of a release file; `null` if missing or not part of a flow. */
function textOn(rootDir: string, path: string): string | null {
  if (!/^(?:flows|schemas|locales)(?:\/[A-Za-z0-9][A-Za-z0-9.-]*)+\.json$/.test(path)) return null;
  try {
    return readFileSync(join(rootDir, path), "utf8");
  } catch {
    return null;
  }
}

function withPart(parts: Parts, flow: string, part: Part): Parts {
  const { [flow]: _, ...others } = parts;
  return Object.keys(part.files).length === 0 ? others : { ...others, [flow]: part };
}
