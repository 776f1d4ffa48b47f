import { type Feature, type FlagSet, positionOf, protectiveSide } from "../../engine/flags/index.ts";
import { type Words, wordsOf } from "../../engine/verify/words/index.ts";
import { addressed } from "./accounts.ts";
import type { SwitchChange as ChangeAnswer, SwitchComparison, SwitchDesk, SwitchPage } from "./answers.ts";
import type { SwitchChange } from "./change.ts";
import { environmentFile } from "./flag-files.ts";
import { carriedTo, conflictsOf } from "./renewal.ts";
import { catalogueOf, type SwitchRoom } from "./room.ts";
import { fileTaken, newestRevision, offeredBy } from "./set-store.ts";
import "./tables.ts";

/** The member of staff who makes the request, and the function that finds people's names. */
export type Asking = {
  readonly personId: string;
  readonly nameOf: (personId: string) => Promise<string | null>;
};

const MOST_EARLIER = 30;
const MOST_HISTORY = 30;

/** Returns all switches with their positions, pending changes, and recent decisions. */
export async function switchDesk(room: SwitchRoom, asking: Asking): Promise<SwitchDesk> {
  const { db, flagSet } = room;
  const set = flagSet.set();
  const rows = await db
    .selectFrom("flag_changes")
    .selectAll()
    .where("state", "=", "PROPOSED")
    .orderBy("proposed_at")
    .execute();
  const decided = await db
    .selectFrom("flag_changes")
    .selectAll()
    .where("state", "<>", "PROPOSED")
    .orderBy("decided_at", "desc")
    .limit(MOST_EARLIER)
    .execute();
  const shown = await changesShown(room, asking, [...rows, ...decided]);
  return {
    revision: flagSet.revision(),
    env: room.config.env,
    source: flagSet.source(),
    switches: await switchesOf(room, asking, set),
    waiting: shown.slice(0, rows.length),
    earlier: shown.slice(rows.length),
    offered: (await offered(room)).map(({ name }) => ({ name, title: titleOf(room, name) })),
  };
}

/**
 * Returns the switches that a release changed in the environment's file, but that still have their old
 * position in the database.
 */
export async function offered(room: SwitchRoom) {
  const { db, config, flagSet } = room;
  if (flagSet.source() !== "database" || config.env === "development") return [];
  const file = environmentFile(config, () => {});
  return file === null
    ? []
    : offeredBy(file.set, {
        taken: await fileTaken(db),
        set: flagSet.set(),
        catalogue: catalogueOf(room),
      });
}

type Shown = SwitchDesk["switches"][number];

async function switchesOf(room: SwitchRoom, asking: Asking, set: FlagSet): Promise<readonly Shown[]> {
  const catalogue = catalogueOf(room);
  const features = new Map(set.features.map((feature) => [feature.name, feature]));
  const [flows, changed] = [await room.flowsOf(), await lastChanges(room, asking)];
  const whom = room.whom(set);
  const say = addressed(asking.nameOf);
  const shown = await Promise.all(
    Object.entries(catalogue).map(async ([name, entry]): Promise<Shown> => {
      const feature = features.get(name);
      return {
        name,
        title: titleOf(room, name),
        on: room.text(`flag:${name}.on`),
        off: room.text(`flag:${name}.off`) ?? room.text(`flag:${name}.meaning`),
        owner: entry.owner,
        scope: entry.scope ?? "person",
        protects: protectiveSide(entry),
        mock: entry.mock === true,
        known: entry.known !== false,
        enabled: feature?.enabled === true,
        position: feature === undefined ? { on: false } : await positionShown(feature, asking),
        whom: await say(whom.get(name) ?? OFF),
        flows: flows.get(name) ?? [],
        changed: changed.get(name) ?? null,
      };
    }),
  );
  return shown.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the position of a switch, with its accounts given by e-mail address. */
async function positionShown(feature: Feature, { nameOf }: Asking): Promise<Shown["position"]> {
  const position = positionOf(feature);
  if (position?.accounts === undefined) return position;
  const accounts = await Promise.all(position.accounts.map(async (id) => (await nameOf(id)) ?? id));
  return { ...position, accounts };
}

const OFF: Words = wordsOf({ key: "switch.nobody" });

/** Returns, for each switch, the last change that a member of staff made. */
async function lastChanges({ db }: SwitchRoom, { nameOf }: Asking) {
  const rows = await db
    .selectFrom("flag_sets as s")
    .innerJoin("flag_changes as c", "c.id", "s.change_id")
    .select(["s.revision", "s.at", "s.reason", "s.proposed_by", "c.decided_by", "c.state", "c.names"])
    .orderBy("s.revision")
    .execute();
  const last = new Map<string, (typeof rows)[number]>();
  for (const row of rows) for (const name of row.names) last.set(name, row);
  const names = await namesOf(
    nameOf,
    [...last.values()].flatMap((row) => [row.proposed_by, row.decided_by]),
  );
  return new Map(
    [...last].map(([name, row]) => [
      name,
      {
        revision: row.revision,
        at: row.at.toISOString(),
        by: names(row.proposed_by),
        approvedBy: row.state === "APPROVED" ? names(row.decided_by) : null,
        reason: row.reason,
      },
    ]),
  );
}

/** Returns the data of one switch's page: the effects of a change, and its history. */
export async function switchPage(room: SwitchRoom, asking: Asking, name: string): Promise<SwitchPage | null> {
  if (!Object.hasOwn(catalogueOf(room), name)) return null;
  const set = room.flagSet.set();
  const on = set.features.find((feature) => feature.name === name)?.enabled !== true;
  const strategies = [{ name: "default" }];
  const features = [...set.features.filter((one) => one.name !== name), { name, enabled: on, strategies }];
  const { says, lost } = await room.compare({ before: set, after: { ...set, features } });
  return { name, turned: { on, says, lost }, history: await historyOf(room, asking, name) };
}

async function historyOf(room: SwitchRoom, { nameOf }: Asking, name: string) {
  const rows = await room.db
    .selectFrom("flag_sets as s")
    .leftJoin("flag_changes as c", "c.id", "s.change_id")
    .leftJoin("flag_sets as b", (join) => join.on((on) => on("b.revision", "=", on("s.revision", "-", 1))))
    .select([
      "s.revision",
      "s.at",
      "s.source",
      "s.reason",
      "s.proposed_by",
      "s.content",
      "b.content as before",
    ])
    .select(["c.decided_by", "c.state"])
    .where((where) =>
      where.or([where("c.id", "is", null), where(where.val(name), "=", where.fn.any("c.names"))]),
    )
    .orderBy("s.revision", "desc")
    .limit(MOST_HISTORY)
    .execute();
  const names = await namesOf(
    nameOf,
    rows.flatMap((row) => [row.proposed_by, row.decided_by]),
  );
  const say = addressed(nameOf);
  const wordsIn = async (set: FlagSet | null) =>
    await say(set === null ? OFF : (room.whom(set).get(name) ?? OFF));
  const shown = await Promise.all(
    rows.map(async (row) => ({
      revision: row.revision,
      at: row.at.toISOString(),
      source: row.source,
      reason: row.reason,
      by: names(row.proposed_by),
      approvedBy: row.state === "APPROVED" ? names(row.decided_by) : null,
      before: await wordsIn(row.before),
      after: await wordsIn(row.content),
    })),
  );
  return shown.filter(({ source, before, after }) => source !== "file" || before.en !== after.en);
}

/**
 * Returns a change with its effects. If it can be approved as it is, the effects are computed on the set in
 * force. Otherwise they are computed on the revision on which the change is based.
 */
export async function switchComparison(
  room: SwitchRoom,
  asking: Asking,
  id: string,
): Promise<SwitchComparison | null> {
  const row = await room.db.selectFrom("flag_changes").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) return null;
  const base = (await setsOf(room, [row.base])).get(row.base) as FlagSet;
  const newest = await newestRevision(room.db);
  const [change] = (await changesShown(room, asking, [row])) as [ChangeAnswer];
  const isOpen = row.kind === "CHANGE" && row.state === "PROPOSED" && change.conflicts.length === 0;
  const against = isOpen && newest !== null ? newest : { revision: row.base, content: base };
  const after = against.revision === row.base ? row.content : carriedTo(against.content, row);
  const { switches, says, lost } = await room.compare({ before: against.content, after });
  const say = addressed(asking.nameOf);
  return {
    change,
    against: against.revision,
    switches: await Promise.all(
      switches.map(async ({ flag, before, after }) => ({
        name: flag,
        title: titleOf(room, flag),
        before: await say(before),
        after: await say(after),
      })),
    ),
    says,
    lost,
  };
}

async function changesShown(
  room: SwitchRoom,
  { personId, nameOf }: Asking,
  rows: readonly SwitchChange[],
): Promise<readonly ChangeAnswer[]> {
  const names = await namesOf(
    nameOf,
    rows.flatMap((row) => [row.proposed_by, row.decided_by]),
  );
  const newest = await newestRevision(room.db);
  const isOutdated = (row: SwitchChange) =>
    row.kind === "CHANGE" && row.state === "PROPOSED" && row.base !== newest?.revision;
  const bases = await setsOf(
    room,
    rows.filter(isOutdated).map(({ base }) => base),
  );
  const conflictsIn = (row: SwitchChange) => {
    const base = bases.get(row.base);
    return newest === null || base === undefined ? [] : conflictsOf(row, { base, newest: newest.content });
  };
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    base: row.base,
    conflicts: (isOutdated(row) ? conflictsIn(row) : []).map((name) => ({
      name,
      title: titleOf(room, name),
    })),
    state: row.state,
    switches: row.names.map((name) => ({ name, title: titleOf(room, name) })),
    reason: row.reason,
    by: names(row.proposed_by),
    at: row.proposed_at.toISOString(),
    own: row.proposed_by === personId,
    decidedBy: names(row.decided_by),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionNote: row.decision_note,
    escalatedAt: row.escalated_at?.toISOString() ?? null,
  }));
}

async function setsOf(
  { db }: SwitchRoom,
  revisions: readonly number[],
): Promise<ReadonlyMap<number, FlagSet>> {
  if (revisions.length === 0) return new Map();
  const rows = await db
    .selectFrom("flag_sets")
    .select(["revision", "content"])
    .where("revision", "in", revisions)
    .execute();
  return new Map(rows.map(({ revision, content }) => [revision, content]));
}

/**
 * Returns the number of proposed changes that a member of staff can decide. Also returns the number of
 * presses (switches that one person set to the protective position) that no second person confirmed in time.
 */
export async function switchTasks(
  { db }: SwitchRoom,
  { id, role }: { readonly id: string; readonly role: string },
) {
  const rows = await db
    .selectFrom("flag_changes")
    .select(["proposed_by", "escalated_at"])
    .where("state", "=", "PROPOSED")
    .execute();
  return {
    toDecide: role === "operations" ? rows.filter((row) => row.proposed_by !== id).length : 0,
    unconfirmed: rows.filter((row) => row.escalated_at !== null).length,
  };
}

async function namesOf(nameOf: Asking["nameOf"], ids: readonly (string | null)[]) {
  const known = [...new Set(ids)].filter((id) => id !== null);
  const names = new Map(await Promise.all(known.map(async (id) => [id, await nameOf(id)] as const)));
  return (id: string | null) => (id === null ? null : (names.get(id) ?? null));
}

/** Returns the title of a switch in both languages; its name, if the texts have no title for it. */
export function titleOf({ text }: SwitchRoom, name: string): Words {
  return text(`flag:${name}.title`) ?? { th: name, en: name };
}
