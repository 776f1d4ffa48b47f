import { DateTime } from "luxon";
import { BAHT_SCALE, formatBaht } from "../../domain/money.ts";
import type { Result } from "../../engine/values/result.ts";
import { normaliseDigits } from "../../engine/values/thai-digits.ts";
import { parseTypedDecimal } from "../../engine/values/typed-decimal.ts";
import { ZONE } from "../clock/index.ts";
import type { Tx } from "../db/index.ts";
import type { App } from "../http/index.ts";
import {
  AppError,
  attach,
  bytesOf,
  call,
  deciding,
  inputOf,
  person,
  staff,
  TEXT,
  type TypeOf,
  UUID,
} from "../http/index.ts";
import { ownOrder } from "../orders/index.ts";
import { CaseDecided, MoneyIn, PayInCode, SlipConfirmation, SlipSent } from "./answers.ts";
import { bankRoutes } from "./bank-routes.ts";
import {
  type CaseAct,
  type CaseFailure,
  type CaseNow,
  claimCase,
  holdCase,
  matchCase,
  refundCase,
  sameCase,
} from "./cases.ts";
import { confirmSlip, refuseSlip, type SlipReading } from "./decide-slip.ts";
import { readStored } from "./effects.ts";
import { inTransaction, refusal } from "./in-transaction.ts";
import { moneyIn } from "./money-in.ts";
import { payInCodeOf } from "./pay-in-code.ts";
import type { PaymentsRoom } from "./room.ts";
import { sendSlip } from "./send-slip.ts";
import "./tables.ts";

const tags = ["payments"];
const desk = ["staff"];
const line = { ...TEXT, minLength: 1, maxLength: 200 };

/**
 * Registers the calls for incoming money. Investors use those for the payment code and the slip; `finance`
 * uses those for the page "Money in".
 */
export function paymentsRoutes(app: App, room: PaymentsRoom): void {
  orderRoutes(app, room);
  deskRoutes(app, room);
  slipDecisionRoutes(app, room);
  caseRoutes(app, room);
  bankRoutes(app, room);
}

function orderRoutes(app: App, room: PaymentsRoom): void {
  const owner = ownOrder(room);
  call(
    app,
    "GET /api/orders/:id/pay-in",
    {
      summary: "The code to pay an order with, and what became of its slip",
      tags,
      access: person,
      params: inputOf({ id: UUID }),
      owner,
      answers: { 200: PayInCode },
      errors: [],
    },
    async (request) => await payInCodeOf(room, request.owned),
  );
  call(
    app,
    "POST /api/orders/:id/slips",
    {
      summary:
        "Sends in a slip for an unpaid order (an upload of the purpose `slip`), in the place of one that waits where it is named; again, it changes nothing",
      tags,
      access: person,
      params: inputOf({ id: UUID }),
      owner,
      body: inputOf({ file: UUID, "replaces?": UUID }),
      answers: { 201: SlipSent },
      errors: ["order-not-open", "slip-used", "slip-waiting", "slip-not-yours"],
    },
    async (request) => {
      const { file, replaces } = request.body;
      const personId = request.person.id;
      const stored = await room.files.find(file);
      if (stored?.subject !== `person:${personId}`) throw new AppError("slip-not-yours");
      const read = await readStored(room, file);
      return await inTransaction(room, (tx) =>
        sendSlip(room, tx, { personId, order: request.params.id, file, key: `slip:${file}`, read, replaces }),
      );
    },
  );
}

function deskRoutes(app: App, room: PaymentsRoom): void {
  call(
    app,
    "GET /api/money-in",
    {
      summary: "Slips that wait, and money that fits no order or goes back",
      tags: desk,
      access: staff("finance"),
      answers: { 200: MoneyIn },
      errors: [],
    },
    async (request) => await moneyIn(room, request.person.id),
  );
  call(
    app,
    "GET /api/slips/:id/picture",
    {
      summary: "The picture of a slip",
      tags: desk,
      access: staff("finance"),
      params: inputOf({ id: UUID }),
      answers: { 200: bytesOf("The picture", "image/jpeg") },
      errors: ["not-found", "file-infected"],
      config: { looksAt: "slip" },
    },
    async (request, reply) => {
      const slip = await room.db
        .selectFrom("slips")
        .select("file_id")
        .where("id", "=", request.params.id)
        .executeTakeFirst();
      const file = slip === undefined ? null : await room.files.find(slip.file_id);
      if (file === null) throw new AppError("not-found");
      if (file.scanned === "infected") throw new AppError("file-infected");
      return attach(reply, file.type, "slip.jpg").send(await room.files.read(file.id));
    },
  );
}

function slipDecisionRoutes(app: App, room: PaymentsRoom): void {
  call(
    app,
    "POST /api/slips/:id/confirm",
    {
      summary:
        "Confirms a slip with what is read on it; a second person where that day's NAV is approved, the amount is above what one confirms or another transfer looks the same",
      tags: desk,
      access: deciding("finance"),
      params: inputOf({ id: UUID }),
      body: inputOf({ bank: line, reference: line, amount: line, at: line }),
      answers: { 200: SlipConfirmation },
      errors: [
        "not-found",
        "already-decided",
        "four-eyes",
        "transfer-ahead",
        "slip-used",
        "slip-bank",
        "slip-reference",
        "slip-amount",
        "slip-time",
        "slip-differs",
        "slip-code-differs",
        "calendar-not-loaded",
      ],
    },
    async (request) => {
      const reading = readingOf(request.body);
      const given = { slip: request.params.id, by: request.person.id, reading };
      const { kind } = await inTransaction(room, (tx) => confirmSlip(room, tx, given));
      return { outcome: kind };
    },
  );
  call(
    app,
    "POST /api/slips/:id/refuse",
    {
      summary: "Refuses a slip; its investor reads why",
      tags: desk,
      access: staff("finance"),
      params: inputOf({ id: UUID }),
      body: inputOf({ reason: { ...TEXT, minLength: 3, maxLength: 500 } }),
      answers: { 204: { type: "null", description: "Nothing" } },
      errors: ["not-found", "already-decided"],
    },
    async (request) => {
      const given = { slip: request.params.id, by: request.person.id, reason: request.body.reason.trim() };
      await inTransaction(room, (tx) => refuseSlip(room, tx, given));
    },
  );
}

function caseRoutes(app: App, room: PaymentsRoom): void {
  for (const [word, { summary, access, body, act }] of Object.entries(ACTS))
    call(
      app,
      `POST /api/payment-cases/:id/${word}`,
      {
        summary,
        tags: desk,
        access,
        params: inputOf({ id: UUID }),
        body: body as ReturnType<typeof inputOf>,
        answers: { 200: CaseDecided },
        errors: [
          "not-found",
          "already-decided",
          "order-unknown",
          "order-not-open",
          "amount-short",
          "case-refund-only",
          "case-not-alike",
          "four-eyes",
        ],
      },
      async (request) => {
        const given = { ...(request.body as object), case: request.params.id, by: request.person.id };
        const { state, second = false } = await inTransaction(room, (tx) =>
          (act as CaseAction)(room, tx, given as CaseAct & TypeOf<typeof body>),
        );
        return { state, second };
      },
    );
}

const nothing = inputOf({});

/**
 * The calls for decisions about held money. Each has a part of the address, a request body, and a function
 * that carries it out.
 */
const ACTS = {
  claim: {
    summary: "Looks after money that is held",
    access: staff("finance"),
    body: nothing,
    act: claimCase,
  },
  hold: {
    summary: "Keeps it, with the reason",
    access: staff("finance"),
    body: inputOf({ note: { ...TEXT, minLength: 3, maxLength: 500 } }),
    act: holdCase,
  },
  match: {
    summary: "Says which open order it is for; two people where it is above what one confirms",
    access: deciding("finance"),
    body: inputOf({ reference: line }),
    act: matchCase,
  },
  same: {
    summary: "Says that it is the booked transfer that it looks like; two people",
    access: deciding("finance"),
    body: nothing,
    act: sameCase,
  },
  refund: {
    summary: "Lets it go back with a payment file, to where it came from or the investor's own account",
    access: deciding("finance"),
    body: inputOf({ "reference?": line }),
    act: refundCase,
  },
} as const;

type CaseAction = (room: PaymentsRoom, tx: Tx, act: CaseAct) => Promise<Result<CaseNow, CaseFailure>>;

/**
 * Reads the values that a person typed from a slip. Thai digits and thousands separators are allowed. Throws
 * with the pointer of a field that is not valid.
 */
function readingOf(typed: {
  readonly bank: string;
  readonly reference: string;
  readonly amount: string;
  readonly at: string;
}): SlipReading {
  const plain = (text: string) => normaliseDigits(text).trim();
  const amount = parseTypedDecimal(typed.amount, BAHT_SCALE);
  if (!amount.ok || amount.value <= 0n) throw refusal({ code: "slip-amount", field: "amount" });
  const at = DateTime.fromISO(plain(typed.at), { zone: ZONE });
  if (!at.isValid) throw refusal({ code: "slip-time", field: "at" });
  return {
    bank: plain(typed.bank),
    reference: plain(typed.reference),
    amount: formatBaht(amount.value),
    at: at as DateTime<true>,
  };
}
