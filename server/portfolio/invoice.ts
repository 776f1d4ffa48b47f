import { formatBaht, satangOf } from "../../domain/money.ts";
import { groupThousands } from "../../engine/values/group-thousands.ts";
import type { Language } from "../../engine/values/languages.ts";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { fail, type Result } from "../../engine/values/result.ts";
import { kindOf, type OrderKindName } from "../orders/index.ts";
import { taxNumber } from "../settlement/index.ts";
import type { AccountDocument } from "./answers.ts";
import { type DocumentError, make } from "./documents.ts";
import { openPaper } from "./pdf/paper.ts";
import type { PortfolioRoom } from "./room.ts";
import type { About } from "./statement-file.ts";

/**
 * Returns the tax invoice for the fee of an order. The first call makes it. Errors: `no-invoice` (there is no
 * fee, the order is not yet allotted, or no number was issued).
 */
export async function makeInvoice(
  room: PortfolioRoom,
  personId: string,
  { order, language }: { readonly order: string; readonly language: Language },
): Promise<Result<AccountDocument, DocumentError>> {
  const row = await room.db
    .selectFrom("tax_documents as t")
    .innerJoin("orders as o", "o.id", "t.order_id")
    .select(["t.establishment", "t.month", "t.number", "t.charge", "t.vat", "t.issued_on"])
    .select(["o.reference", "o.kind", "o.strategy"])
    .where("t.order_id", "=", order)
    .where("t.kind", "=", "invoice")
    .where("o.person_id", "=", personId)
    .executeTakeFirst();
  if (row === undefined) return fail({ code: "no-invoice" });
  const demo = (await room.history(room.db)).get(row.strategy)?.demo ?? false;
  const invoice: Invoice = {
    number: taxNumber({ ...row, kind: "invoice" }),
    issuedOn: row.issued_on,
    reference: row.reference,
    kind: row.kind,
    strategy: row.strategy,
    charge: row.charge,
    vat: row.vat,
    demo,
  };
  const wish = {
    kind: "invoice",
    format: "pdf",
    language,
    from: null,
    to: null,
    order,
    monthly: false,
  } as const;
  return await make(room, personId, wish, invoice, (about) => invoicePdf(invoice, about));
}

export type Invoice = {
  readonly number: string;
  readonly issuedOn: string;
  readonly reference: string;
  readonly kind: OrderKindName;
  readonly strategy: string;
  readonly charge: string;
  readonly vat: string;
  readonly demo: boolean;
};

/** Renders an invoice as a PDF. */
export async function invoicePdf(of: Invoice, about: About): Promise<Buffer> {
  const { say } = about;
  const title = say("invoice.title");
  const paper = openPaper({ title: `${title} ${of.number}`, author: about.brand, ...about });
  const amount = (text: string) => `${groupThousands(text)} ${say("baht")}`;
  const { fee } = kindOf(of.kind);
  paper.title(title);
  paper.paragraph(`${about.brand} · ${of.number}`);
  if (about.holder !== null) paper.paragraph(say("holder", { name: about.holder }));
  if (of.demo) paper.paragraph(say("demo"));
  paper.heading(`${say(`fee.${fee}`)}: ${say(`kind.${of.kind}`)} ${of.strategy}`);
  paper.pairs([
    { label: say("invoice.number"), value: of.number },
    { label: say("invoice.issuedOn"), value: formatTypedDate(of.issuedOn as LocalDate) },
    { label: say("column.reference"), value: of.reference },
    { label: say("invoice.charge"), value: amount(of.charge) },
    { label: say("invoice.vat"), value: amount(of.vat) },
    {
      label: say("invoice.total"),
      value: amount(formatBaht(satangOf(of.charge) + satangOf(of.vat))),
      strong: true,
    },
  ]);
  paper.paragraph("");
  paper.paragraph(say("invoice.taken"), { quiet: true });
  return await paper.end((page, pages) => say("foot", { brand: about.brand, page, pages }));
}
