import { type RawBuilder, type Selectable, sql } from "kysely";
import type { StaffRole } from "../../domain/staff-roles.ts";
import { isLocalDate } from "../../engine/values/local-date.ts";
import { emailKey } from "../accounts/index.ts";
import type { Database } from "../db/index.ts";
import type { TypeOf } from "../http/index.ts";
import type { Case, CaseDesk } from "./answers.ts";
import { hashOfContact } from "./contacts.ts";
import { type Found, findCase, isOverdue, readsDesk } from "./find-case.ts";
import { preparedAnswers } from "./prepared-answers.ts";
import { onlyDesk, type Room } from "./room.ts";
import { givenOf, keyOf, openSaid, openText } from "./sealed.ts";
import { sentWith } from "./sent-with.ts";
import { outcomesOf } from "./steps.ts";
import type { Desk } from "./tables.ts";
import "./tables.ts";

/** Filters of the list of cases (inbox). */
export type Filter = {
  readonly topic?: string;
  readonly state?: string;
  /** Owner of the cases: a person's id, or `nobody` for cases without an owner. */
  readonly owner?: string;
  readonly overdue?: boolean;
  readonly closed?: boolean;
  /**
   * Search text: a reference or its beginning, or a whole e-mail address or phone number. The search includes
   * closed cases.
   */
  readonly find?: string;
  /** The `next` value of the previous page. */
  readonly after?: string;
};

/** Number of cases on a page of the inbox. */
const PAGE = 50;

export const DESK_ROLES = [
  "support",
  "compliance",
  "finance",
  "operations",
] as const satisfies readonly Desk[];

/**
 * Returns a page of a colleague's inbox: the cases of their desk, nearest promised day first. Closed cases
 * are included only on request or in a search.
 */
export async function caseDesk(
  room: Room,
  role: StaffRole,
  filter: Filter,
): Promise<TypeOf<typeof CaseDesk>> {
  const today = room.clock.today();
  const desks = DESK_ROLES.filter((desk) => readsDesk(role, desk));
  const wanted = wantedCases(room, desks, filter);
  const { total } = await wanted
    .select((all) => all.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const after = placeOf(filter.after);
  const found = await wanted
    .$if(after !== null, (query) => query.where(sql<boolean>`(${ORDER}) > (${after})`))
    .selectAll("c")
    .select(["o.email as owner_email", "o.role as owner_role"])
    .select(sql<string | null>`case when p.erased_at is null then p.email end`.as("email"))
    .orderBy(ORDER)
    .limit(PAGE + 1)
    .execute();
  const rows = found.slice(0, PAGE);
  return {
    cases: rows.map((row) => ({
      id: row.id,
      reference: row.reference,
      topic: row.topic,
      topicSays: { th: row.topic_th, en: row.topic_en },
      desk: row.desk,
      state: row.state,
      openedAt: row.opened_at.toISOString(),
      promisedOn: row.promised_on,
      promise: promiseOf(row),
      overdue: isOverdue(row, today),
      from: row.email ?? openSaid(keyOf(room, row, null), row).contact?.email ?? "",
      hasAccount: (row.person_id ?? row.about) !== null,
      owner: ownerOf(row),
      outcome: row.outcome,
    })),
    total: Number(total),
    next: found.length > PAGE ? afterOf(rows.at(-1)) : null,
    topics: await topicsAt(room, desks),
    colleagues: await colleaguesAtDesks(room),
  };
}

/** Returns the query for the cases of these desks that match a filter. */
function wantedCases(room: Room, desks: readonly Desk[], filter: Filter) {
  const today = room.clock.today();
  const find = filter.find?.trim() || undefined;
  return room.db
    .selectFrom("cases as c")
    .leftJoin("people as p", "p.id", "c.person_id")
    .leftJoin("people as o", "o.id", "c.owner")
    .where("c.desk", "in", [...desks])
    .$if(find === undefined, (query) => query.where("c.state", filter.closed === true ? "=" : "<>", "closed"))
    .$if(find !== undefined, (query) => query.where(isFound(room, find ?? "")))
    .$if(filter.topic !== undefined, (query) => query.where("c.topic", "=", filter.topic as string))
    .$if(filter.state !== undefined, (query) => query.where("c.state", "=", filter.state as "open"))
    .$if(filter.owner !== undefined && filter.owner !== "nobody", (query) =>
      query.where(sql<string>`c.owner::text`, "=", filter.owner as string),
    )
    .$if(filter.owner === "nobody", (query) =>
      query.where((where) => where.or([where("c.owner", "is", null), sql<boolean>`o.role <> c.desk`])),
    )
    .$if(filter.overdue === true, (query) =>
      query.where("c.promised_on", "<", today).where("c.state", "in", ["open", "asked", "proposed"]),
    );
}

/** Returns the topics of the cases of these desks. Each topic has the text of its newest case. */
async function topicsAt({ db }: Room, desks: readonly Desk[]) {
  const topics = await db
    .selectFrom("cases")
    .select(["topic", "topic_th", "topic_en"])
    .distinctOn("topic")
    .where("desk", "in", [...desks])
    .orderBy("topic")
    .orderBy("opened_at", "desc")
    .execute();
  return topics.map(({ topic, topic_th, topic_en }) => ({ topic, says: { th: topic_th, en: topic_en } }));
}

/** Returns the colleagues who can own a case. */
async function colleaguesAtDesks({ db }: Room) {
  const colleagues = await db
    .selectFrom("people")
    .select(["id", "email", "role"])
    .where("role", "in", [...DESK_ROLES])
    .where("locked_at", "is", null)
    .orderBy("email")
    .execute();
  return colleagues.map(({ id, email, role }) => ({ id, email, desk: role as Desk }));
}

/** Order of the inbox: answered cases last, then by promised day. */
const ORDER = sql`c.state in ('answered', 'closed'), c.promised_on, c.opened_at, c.id`;

/** Returns the `next` value of a page, made from the page's last row. */
function afterOf(
  row:
    | { readonly state: string; readonly promised_on: string; readonly opened_at: Date; readonly id: string }
    | undefined,
): string | null {
  if (row === undefined) return null;
  const isAnswered = row.state === "answered" || row.state === "closed";
  return [isAnswered, row.promised_on, row.opened_at.toISOString(), row.id].join("_");
}

const AFTER =
  /^(true|false)_(\d{4}-\d\d-\d\d)_([\d-]{10}T[\d:.]{12}Z)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/**
 * Returns the SQL values of an `after` parameter. Returns `null` if the parameter is absent or not valid; the
 * list then starts from the beginning.
 */
function placeOf(after: string | undefined): RawBuilder<unknown> | null {
  const [, answered, promised, opened, id] = AFTER.exec(after ?? "") ?? [];
  const at = new Date(opened ?? "");
  if (id === undefined || !isLocalDate(promised ?? "") || Number.isNaN(at.getTime())) return null;
  return sql`${answered}::boolean, ${promised}::date, ${at}::timestamptz, ${id}::uuid`;
}

/** Returns an SQL condition that is true if a case has this reference, e-mail address or phone number. */
function isFound(room: Room, find: string): RawBuilder<boolean> {
  const hash = hashOfContact(room, find);
  // Dashes are ignored, because people read references out or copy them without dashes.
  const plain = find.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const reference =
    plain === "" ? sql<boolean>`false` : sql<boolean>`starts_with(replace(c.reference, '-', ''), ${plain})`;
  if (hash === null) return reference;
  const typed = sql`c.id in (select k.case_id from case_contacts k where k.hash = ${hash})`;
  if (!find.includes("@")) return sql<boolean>`(${typed} or ${reference})`;
  return sql<boolean>`(${typed} or p.email_key = ${emailKey(find)})`;
}

/**
 * Returns what the portal promised to do by the next promised day of a case: acknowledge the case, answer it,
 * or call back.
 */
function promiseOf(row: Selectable<Database["cases"]>): "acknowledge" | "answer" | "call" {
  if (row.answer === "NOTE") return "call";
  return row.acknowledged_at === null && row.promised_on === row.acknowledge_by ? "acknowledge" : "answer";
}

/** Returns a case for a colleague; `null` if the case belongs to no desk that the colleague can read. */
export async function readCase(
  room: Room,
  by: { readonly id: string; readonly role: StaffRole },
  id: string,
): Promise<TypeOf<typeof Case> | null> {
  const found = await findCase(room, room.db, id);
  if (found === null || !readsDesk(by.role, found.row.desk)) return null;
  const { row, said } = found;
  const history = await historyOf(room, row);
  const { emailOf } = history;
  const owner = history.personOf(row.owner);
  const only = onlyDesk(room, row);
  const may = mayDo(found, { ...by, owns: row.owner === by.id });
  return {
    id: row.id,
    reference: row.reference,
    topic: row.topic,
    topicSays: { th: row.topic_th, en: row.topic_en },
    desk: row.desk,
    state: row.state,
    deciders: row.deciders,
    outcomes: [...outcomesOf(row.answer)],
    follows: row.follows,
    language: row.language,
    openedAt: row.opened_at.toISOString(),
    dueOn: row.due_on,
    acknowledgeBy: row.acknowledge_by,
    acknowledged:
      row.acknowledge_by === null || row.acknowledged_at === null
        ? null
        : { at: row.acknowledged_at.toISOString(), by: emailOf(row.acknowledged_by) ?? "" },
    overdue: isOverdue(row, room.clock.today()),
    from: found.to ?? "",
    fromName: said.contact?.name ?? null,
    person: row.person_id ?? row.about,
    about: await comparedOf(room, found),
    desks: only === undefined ? [...DESK_ROLES] : [only],
    owner: ownerOf({ ...row, owner_email: owner?.email ?? null, owner_role: owner?.role ?? null }),
    outcome: row.outcome,
    proposedBy: emailOf(row.proposed_by),
    ...(await sentWith(room, found, by.role)),
    checklist: checklistOf(found, history),
    entries: entriesOf(found, history),
    prepared: may.ask || may.answer ? [...(await preparedAnswers(room, found))] : [],
    may,
  };
}

/** The timeline of a case, with the people who wrote its entries. */
type History = Awaited<ReturnType<typeof historyOf>>;

async function historyOf({ db }: Room, row: Found["row"]) {
  const { id } = row;
  const entries = await db
    .selectFrom("case_entries")
    .selectAll()
    .where("case_id", "=", id)
    .orderBy("seq")
    .execute();
  const ticks = await db.selectFrom("case_ticks").selectAll().where("case_id", "=", id).execute();
  const lacks = await db.selectFrom("case_lacks").selectAll().where("case_id", "=", id).execute();
  const files = await db.selectFrom("case_files").selectAll().where("case_id", "=", id).execute();
  const named = [
    row.owner,
    row.proposed_by,
    row.acknowledged_by,
    ...entries.flatMap(({ by_person, to_person }) => [by_person, to_person]),
    ...[...ticks, ...lacks].map(({ by_person }) => by_person),
  ];
  const ids = [...new Set(named)].flatMap((one) => one ?? []);
  const people =
    ids.length === 0
      ? []
      : await db.selectFrom("people").select(["id", "email", "role"]).where("id", "in", ids).execute();
  const byId = new Map(people.map((person) => [person.id, person]));
  const personOf = (person: string | null) => (person === null ? undefined : byId.get(person));
  const emailOf = (person: string | null) => personOf(person)?.email ?? null;
  return { entries, ticks, lacks, files, personOf, emailOf };
}

function checklistOf({ row, key }: Found, { ticks, lacks, emailOf }: History) {
  return row.checklist.map((says, item) => {
    const tick = ticks.find((one) => one.item === item);
    const done = tick && { at: tick.at.toISOString(), by: emailOf(tick.by_person) ?? "" };
    const lack = lacks.find((one) => one.item === item);
    const lacking = lack && {
      at: lack.at.toISOString(),
      by: emailOf(lack.by_person) ?? "",
      text: openText(key, row.id, lack.sealed) ?? "",
    };
    return { item, says, done: done ?? null, lacking: lacking ?? null };
  });
}

function entriesOf({ row, key }: Found, { entries, files, emailOf }: History) {
  return entries.map((entry) => ({
    seq: entry.seq,
    at: entry.at.toISOString(),
    kind: entry.kind,
    by: emailOf(entry.by_person),
    text: openText(key, row.id, entry.sealed),
    to: entry.to_desk === null ? null : { desk: entry.to_desk, colleague: emailOf(entry.to_person) },
    files: files.flatMap(({ file_id, entry: seq }) => (seq === entry.seq ? [file_id] : [])),
  }));
}

/**
 * Compares the values of a case with the account that the case is about; returns `null` if it is about none.
 */
async function comparedOf(room: Room, { row, said }: Found): Promise<TypeOf<typeof Case>["about"]> {
  const compare = row.follows === null ? undefined : room.follows[row.follows]?.compare;
  if (row.about === null || compare === undefined) return null;
  const { locked, ...same } = await compare(room.db, row.about, givenOf(said.given));
  return { same, locked, objectedAt: row.objected_at?.toISOString() ?? null };
}

/**
 * Returns the steps that the page offers a colleague now. Each step checks its own conditions again when it
 * runs.
 */
function mayDo(
  { row, key }: Found,
  { id, role, owns }: { readonly id: string; readonly role: StaffRole; readonly owns: boolean },
): TypeOf<typeof Case>["may"] {
  const isAsker = row.asked_by === id || row.person_id === id;
  const works = role === row.desk && key !== null;
  const decides = works && !isAsker;
  const seconds = role === "compliance" && key !== null && !isAsker;
  const isOpen = row.state === "open" || row.state === "asked";
  return {
    take: decides && !owns && row.state !== "closed",
    acknowledge:
      decides &&
      isOpen &&
      row.acknowledge_by !== null &&
      row.acknowledged_at === null &&
      (owns || row.owner === null),
    handOn: works && row.state !== "closed",
    note: works && row.state !== "closed",
    ask: works && owns && row.state === "open",
    takeUp: works && owns && row.state === "asked",
    tick: decides && owns && isOpen,
    answer: decides && owns && isOpen,
    decide: (decides || seconds) && row.state === "proposed" && row.proposed_by !== id,
    close: works && row.state === "answered",
  };
}

function ownerOf(row: {
  readonly owner: string | null;
  readonly desk: Desk;
  readonly owner_email: string | null;
  readonly owner_role: string | null;
}): { readonly id: string; readonly email: string } | null {
  // A colleague who left the desk no longer owns its cases.
  if (row.owner === null || row.owner_role !== row.desk) return null;
  return { id: row.owner, email: row.owner_email ?? "" };
}

/**
 * Returns whether a file belongs to a case that the role can read, or to an earlier case that this case
 * repeats.
 */
export async function isFileOf(
  room: Room,
  role: StaffRole,
  of: { readonly id: string; readonly file: string },
): Promise<boolean> {
  const row = await room.db
    .selectFrom("cases as c")
    .leftJoin("cases as b", "b.id", "c.repeats")
    .select(["c.desk", "c.record", "b.id as before", "b.desk as desk_before", "b.record as record_before"])
    .where("c.id", "=", of.id)
    .executeTakeFirst();
  if (row === undefined || !readsDesk(role, row.desk)) return false;
  const before =
    row.before !== null && row.record_before !== null && readsDesk(role, row.desk_before ?? "")
      ? [{ id: row.before, record: row.record_before }]
      : [];
  for (const { id, record } of [{ id: of.id, record: row.record }, ...before]) {
    const attached = await room.db
      .selectFrom("case_files")
      .select("file_id")
      .where("case_id", "=", id)
      .where("file_id", "=", of.file)
      .executeTakeFirst();
    if (attached !== undefined || (await room.records.hasFile(room.db, record, of.file))) return true;
  }
  return false;
}
