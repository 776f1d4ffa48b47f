import { createHash } from "node:crypto";
import { DateTime } from "luxon";
import { BRANDS } from "../../domain/brands.ts";
import { isUuid } from "../../engine/values/id.ts";
import type { Language } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import { ZONE } from "../clock/index.ts";
import { instantText, newId } from "../fund/index.ts";
import { sha256 } from "../sha256.ts";
import type { AccountDocument } from "./answers.ts";
import type { PortfolioRoom } from "./room.ts";
import { type Period, statementOf } from "./statement.ts";
import { type About, contractNotePdf, statementCsv, statementPdf } from "./statement-file.ts";
import type { DocumentKind } from "./tables.ts";
import { allottedTransaction } from "./transactions.ts";
import "./tables.ts";

/**
 * Version of the code that draws documents. If it is raised, new documents are made even if the content is
 * equal. Documents that were already downloaded do not change.
 */
const drawing = 1;
const mostDays = 366;
const mostADay = 100;

type Format = "pdf" | "csv";
export type DocumentError = {
  readonly code: "period-not-valid" | "too-many-requests" | "order-not-allotted" | "not-found" | "no-invoice";
};

/**
 * Returns the statement of a period as a file. The first call makes the file. As long as the content is
 * equal, later calls return the same bytes.
 */
export async function makeStatement(
  room: PortfolioRoom,
  personId: string,
  wish: Period & { readonly format: Format; readonly language: Language; readonly monthly?: boolean },
): Promise<Result<AccountDocument, DocumentError>> {
  const { from, to, format, language, monthly = false } = wish;
  if (!isPeriod(room, { from, to })) return fail({ code: "period-not-valid" });
  const statement = await statementOf(room, personId, { from, to });
  return await make(
    room,
    personId,
    { kind: "statement", format, language, from, to, order: null, monthly },
    statement,
    (about) =>
      format === "csv" ? Promise.resolve(statementCsv(statement, about)) : statementPdf(statement, about),
  );
}

/**
 * Returns whether there can be a document about a period. The period must be at most a year long, and must
 * not end after today.
 */
export function isPeriod({ clock }: Pick<PortfolioRoom, "clock">, { from, to }: Period): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  return days >= 0 && days < mostDays && to <= clock.today();
}

/** Makes the contract note of an allotted order. Errors: `order-not-allotted`. */
export async function makeContractNote(
  room: PortfolioRoom,
  personId: string,
  { order, language }: { readonly order: string; readonly language: Language },
): Promise<Result<AccountDocument, DocumentError>> {
  const transaction = await allottedTransaction(room, order);
  if (transaction === null) return fail({ code: "order-not-allotted" });
  // Later payouts and corrections are left out, because a contract note shows only how the order was dealt.
  const { paidOut: _, step: __, corrections: ___, ...dealt } = transaction;
  const demo = (await room.history(room.db)).get(transaction.strategy)?.demo ?? false;
  const wish = {
    kind: "contract-note",
    format: "pdf",
    language,
    from: null,
    to: null,
    order,
    monthly: false,
  } as const;
  return await make(room, personId, wish, { ...dealt, demo }, (about) =>
    contractNotePdf(transaction, { ...about, demo }),
  );
}

type Wish = {
  readonly kind: DocumentKind;
  readonly format: Format;
  readonly language: Language;
  readonly from: string | null;
  readonly to: string | null;
  readonly order: string | null;
  readonly monthly: boolean;
};

/**
 * Returns the person's document with this content. If there is none yet, makes it. Errors:
 * `too-many-requests`.
 */
export async function make(
  room: PortfolioRoom,
  personId: string,
  wish: Wish,
  data: object,
  draw: (about: About) => Promise<Buffer>,
): Promise<Result<AccountDocument, DocumentError>> {
  const name = await room.names(room.db, personId);
  const holder = name === null ? null : name[wish.language];
  const contentHash = sha256(JSON.stringify({ drawing, brand: room.config.brand, holder, data }));
  const known = () => documentOf(room, personId, wish, contentHash);
  const before = await known();
  if (before !== undefined) return ok(bodyOf(before));
  const at = room.clock.now().toJSDate();
  if ((await madeSince(room, personId, new Date(at.getTime() - 86_400_000))) >= mostADay)
    return fail({ code: "too-many-requests" });
  const bytes = await draw({
    language: wish.language,
    brand: BRANDS[room.config.brand].name,
    holder,
    at,
    say: room.say(wish.language),
  });
  await keepDocument(room, { personId, wish, contentHash, bytes, at });
  const row = await known();
  if (row === undefined) throw new Error(`make: the ${wish.kind} of ${personId} is not kept`);
  return ok(bodyOf(row));
}

/** Finds the document of a person that has this content. */
async function documentOf(
  { db }: PortfolioRoom,
  personId: string,
  wish: Pick<Wish, "kind" | "format" | "language">,
  contentHash: string,
) {
  return await db
    .selectFrom("account_documents")
    .select(shown)
    .where("person_id", "=", personId)
    .where("kind", "=", wish.kind)
    .where("format", "=", wish.format)
    .where("language", "=", wish.language)
    .where("content_hash", "=", contentHash)
    .executeTakeFirst();
}

async function madeSince({ db }: PortfolioRoom, personId: string, since: Date): Promise<number> {
  const { made } = await db
    .selectFrom("account_documents")
    .select((all) => all.fn.countAll<number>().as("made"))
    .where("person_id", "=", personId)
    .where("made_at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(made);
}

/**
 * Stores a document sealed, and writes an audit line. Does nothing if another request has stored the same
 * content in the meantime.
 */
async function keepDocument(
  room: PortfolioRoom,
  {
    personId,
    wish,
    contentHash,
    bytes,
    at,
  }: {
    readonly personId: string;
    readonly wish: Wish;
    readonly contentHash: string;
    readonly bytes: Buffer;
    readonly at: Date;
  },
): Promise<void> {
  await room.db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto("account_documents")
      .values({
        id: newId(),
        person_id: personId,
        kind: wish.kind,
        format: wish.format,
        language: wish.language,
        period_from: wish.from,
        period_to: wish.to,
        order_id: wish.order,
        monthly: wish.monthly,
        content_hash: contentHash,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        size: bytes.length,
        sealed: await room.vault.seal(tx, personId, bytes.toString("base64")),
        made_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(["id", "sha256"])
      .executeTakeFirst();
    if (row !== undefined)
      await record(tx, room.clock, {
        actor: wish.monthly ? "system:statements" : `person:${personId}`,
        action: "portfolio.document",
        subject: `document:${row.id}`,
        to: wish.kind,
        detail: { sha256: row.sha256, format: wish.format, language: wish.language },
      });
  });
}

const shown = [
  "id",
  "person_id",
  "kind",
  "format",
  "language",
  "period_from",
  "period_to",
  "order_id",
  "monthly",
  "sha256",
  "size",
  "made_at",
] as const;

/** Returns a stored document without its bytes; `null` if the id is unknown. */
export async function findDocument(room: PortfolioRoom, id: string) {
  if (!isUuid(id)) return null;
  return (
    (await room.db.selectFrom("account_documents").select(shown).where("id", "=", id).executeTakeFirst()) ??
    null
  );
}

type Kept = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

/** Returns all documents of a person, newest first. */
export async function listDocuments(
  room: PortfolioRoom,
  personId: string,
): Promise<readonly AccountDocument[]> {
  const rows = await room.db
    .selectFrom("account_documents")
    .select(shown)
    .where("person_id", "=", personId)
    .orderBy("made_at", "desc")
    .orderBy("id", "desc")
    .limit(200)
    .execute();
  return rows.map(bodyOf);
}

/**
 * Returns the kind and the day of the document with this SHA-256, or `null` if there is none. The owner is
 * never returned.
 */
export async function documentOfHash(room: Pick<PortfolioRoom, "db">, sha256: string) {
  const row = await room.db
    .selectFrom("account_documents")
    .select(["kind", "made_at"])
    .where("sha256", "=", sha256)
    .orderBy("made_at")
    .executeTakeFirst();
  return row === undefined ? null : { kind: row.kind, madeAt: instantOf(row.made_at) };
}

/** Returns a person's statements, newest first. */
export async function listStatements(
  room: PortfolioRoom,
  personId: string,
): Promise<readonly AccountDocument[]> {
  const rows = await room.db
    .selectFrom("account_documents")
    .select(shown)
    .where("person_id", "=", personId)
    .where("kind", "=", "statement")
    .orderBy("period_from", "desc")
    .orderBy("made_at", "desc")
    .orderBy("id", "desc")
    .limit(60)
    .execute();
  return rows.map(bodyOf);
}

/**
 * Returns the bytes of a document to its owner, and writes an audit line. Throws `not-found` if the person's
 * key was erased.
 */
export async function handOut(
  room: PortfolioRoom,
  document: Kept,
): Promise<Result<Buffer, { readonly code: "not-found" }>> {
  const row = await room.db
    .selectFrom("account_documents")
    .select("sealed")
    .where("id", "=", document.id)
    .executeTakeFirstOrThrow();
  const text = await room.vault.open(room.db, document.person_id, row.sealed);
  if (text === null) return fail({ code: "not-found" });
  const bytes = Buffer.from(text, "base64");
  if (createHash("sha256").update(bytes).digest("hex") !== document.sha256)
    throw new Error(`handOut: the bytes of ${document.id} are not those that were made`);
  await room.db.transaction().execute((tx) =>
    record(tx, room.clock, {
      actor: `person:${document.person_id}`,
      action: "portfolio.handOut",
      subject: `document:${document.id}`,
      detail: { sha256: document.sha256 },
    }),
  );
  return ok(bytes);
}

/** Returns the file name for downloading a document. */
export function fileNameOf({ kind, format, period_from, period_to, order_id }: Kept): string {
  const about = period_from === null ? (order_id?.slice(0, 8) ?? null) : `${period_from}-${period_to}`;
  return `${[kind, about].filter((part) => part !== null).join("-")}.${format}`;
}

function instantOf(at: Date): string {
  return instantText(DateTime.fromJSDate(at, { zone: ZONE }) as DateTime<true>);
}

function bodyOf(row: Kept): AccountDocument {
  return {
    id: row.id,
    kind: row.kind,
    format: row.format,
    language: row.language,
    from: row.period_from,
    to: row.period_to,
    order: row.order_id,
    monthly: row.monthly,
    sha256: row.sha256,
    size: row.size,
    madeAt: instantOf(row.made_at),
  };
}
