import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { AccountDocument, Contract } from "./answers.ts";
import { type DocumentError, make } from "./documents.ts";
import type { EStamps } from "./e-stamps.ts";
import { openPaper } from "./pdf/paper.ts";
import type { PortfolioRoom } from "./room.ts";
import type { About } from "./statement-file.ts";
import "./tables.ts";

export type Stamp = {
  readonly number: string;
  readonly issuedOn: string;
  readonly documentSha256: string;
};

/** Returns the contracts that a person signed, latest first, with the signed text. */
export async function contractsOf(room: PortfolioRoom, personId: string): Promise<readonly Contract[]> {
  const signed = await room.signedContracts(room.db, personId);
  return await Promise.all(
    signed.map(async (one) => ({
      version: one.version,
      signedAt: one.signedAt,
      language: one.language,
      textHash: one.textHash,
      words: await room.contractWords(one),
    })),
  );
}

/**
 * Makes and stores a PDF of a signed contract. If the flag `create-e-stamp` is on, it gets a duty stamp.
 * Errors: `not-found` if the person did not sign this version, or if its text is missing.
 */
export async function makeContract(
  room: PortfolioRoom,
  personId: string,
  version: string,
): Promise<Result<{ readonly document: AccountDocument; readonly stamp: Stamp | null }, DocumentError>> {
  const contract = (await contractsOf(room, personId)).find((one) => one.version === version);
  if (contract === undefined || contract.words === null) return fail({ code: "not-found" });
  const wish = {
    kind: "contract",
    format: "pdf",
    language: contract.language,
    from: null,
    to: null,
    order: null,
    monthly: false,
  } as const;
  const made = await make(room, personId, wish, contract, (about) => contractPdf(contract, about));
  if (!made.ok) return made;
  const stamps = (await room.isOnFor("create-e-stamp", personId)) ? room.eStamps : null;
  return ok({
    document: made.value,
    stamp:
      (await stampOf(room, made.value.id)) ??
      (stamps === null ? null : await stamp(room, stamps, personId, made.value)),
  });
}

async function stamp(
  room: PortfolioRoom,
  stamps: EStamps,
  personId: string,
  { id, sha256 }: AccountDocument,
): Promise<Stamp> {
  const { number, issuedOn } = await stamps.issue({ documentSha256: sha256, on: room.clock.today() });
  await room.db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto("e_stamps")
      .values({ document_id: id, number, issued_on: issuedOn, document_sha256: sha256 })
      .onConflict((conflict) => conflict.doNothing())
      .returning("number")
      .executeTakeFirst();
    if (row !== undefined)
      await record(tx, room.clock, {
        actor: `person:${personId}`,
        action: "portfolio.stamp",
        subject: `document:${id}`,
        detail: { number, sha256 },
      });
  });
  const kept = await stampOf(room, id);
  if (kept === null) throw new Error(`stamp: the stamp of ${id} is not kept`);
  return kept;
}

async function stampOf({ db }: Pick<PortfolioRoom, "db">, document: string): Promise<Stamp | null> {
  const row = await db
    .selectFrom("e_stamps")
    .select(["number", "issued_on as issuedOn", "document_sha256 as documentSha256"])
    .where("document_id", "=", document)
    .executeTakeFirst();
  return row ?? null;
}

/** Renders a signed contract as a PDF. */
export async function contractPdf(of: Contract, about: About): Promise<Buffer> {
  const { say } = about;
  const { title = "", mark = null, sections = [] } = of.words ?? {};
  const paper = openPaper({ title: `${title} ${of.version}`, author: about.brand, ...about });
  paper.title(title);
  paper.paragraph(`${about.brand} · ${say("contract.version", { version: of.version })}`);
  if (about.holder !== null) paper.paragraph(say("holder", { name: about.holder }));
  if (mark !== null) paper.paragraph(mark);
  for (const { heading, text } of sections) {
    paper.heading(heading);
    for (const paragraph of text.split("\n")) paper.paragraph(paragraph);
  }
  paper.heading(say("contract.signed"));
  paper.pairs([
    {
      label: say("contract.signedAt"),
      value: `${formatTypedDate(of.signedAt.slice(0, 10) as LocalDate)} ${of.signedAt.slice(11, 16)}`,
    },
    { label: say("contract.by"), value: say("contract.otp") },
  ]);
  paper.paragraph(say("contract.hash", { hash: of.textHash }), { quiet: true });
  return await paper.end((page, pages) => say("foot", { brand: about.brand, page, pages }));
}
