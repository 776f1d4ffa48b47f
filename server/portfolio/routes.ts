import { BRANDS } from "../../domain/brands.ts";
import type { FlagName } from "../../domain/flag-names.ts";
import { LANGUAGES, type Language } from "../../engine/values/languages.ts";
import { isLocalDate } from "../../engine/values/local-date.ts";
import type { Result } from "../../engine/values/result.ts";
import { dealingBody, listStrategies, type Strategy } from "../fund/index.ts";
import type { App } from "../http/index.ts";
import {
  AppError,
  anonymous,
  attach,
  bytesOf,
  call,
  FLAG,
  GIVEN_INSTANT,
  inputOf,
  NOTHING,
  oneOf,
  ownedBy,
  person,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";
import { OPTIONAL_KINDS } from "../messages/index.ts";
import { orderFamilies, ownOrder } from "../orders/index.ts";
import {
  AccountDocument,
  ClientSummary,
  ContractDocument,
  ContractList,
  DocumentCheck,
  DocumentList,
  LetterChoices,
  Notices,
  Notifications,
  Overview,
  PerformanceReport,
  PromptShown,
  SavedStrategies,
  StatementList,
  TransactionPage,
} from "./answers.ts";
import { keepClientSummary } from "./client-summary.ts";
import { contractsOf, makeContract } from "./contracts.ts";
import { chooseLetters, letterChoices } from "./declined-letters.ts";
import {
  type DocumentError,
  documentOfHash,
  fileNameOf,
  findDocument,
  handOut,
  listDocuments,
  listStatements,
  makeContractNote,
  makeStatement,
} from "./documents.ts";
import { makeInvoice } from "./invoice.ts";
import { noticesFor } from "./notices.ts";
import { notificationsOf, readLetters } from "./notifications.ts";
import { overviewOf } from "./overview.ts";
import { ownAnswersFile } from "./own-answers.ts";
import { makePerformanceReport, performanceReport } from "./performance-report.ts";
import { answerPrompt, isPromptAnswer, promptFor } from "./prompts.ts";
import type { PortfolioRoom } from "./room.ts";
import { savedStrategies, saveStrategy } from "./saved-strategies.ts";
import { comparisonCsv, factsheetPdf } from "./strategy-files.ts";
import { PROMPT_ANSWERS, PROMPT_KINDS } from "./tables.ts";
import { allTransactions, listTransactions } from "./transactions.ts";
import { transactionsCsv } from "./transactions-csv.ts";

const tags = ["portfolio"];
const wanted = {
  "kind?": oneOf(...orderFamilies),
  "search?": { ...TEXT, maxLength: 60 },
} as const;
const language = oneOf(...LANGUAGES);
const day = { ...TEXT, maxLength: 10 };

/**
 * Maximum number of cached factsheets. It is enough for each strategy in both languages, for today and
 * yesterday.
 */
const MOST_SHEETS = 24;

/** Registers the calls for an investor's own account, and the public downloads about strategies. */
export function portfolioRoutes(app: App, room: PortfolioRoom): void {
  strategyFileRoutes(app, room);
  ownAnswersRoute(app, room);
  overviewRoutes(app, room);
  promptRoutes(app, room);
  notificationRoutes(app, room);
  savedRoutes(app, room);
  transactionRoutes(app, room);
  statementRoutes(app, room);
  orderDocumentRoutes(app, room);
  reportRoutes(app, room);
  contractRoutes(app, room);
  documentRoutes(app, room);
}

function overviewRoutes(app: App, room: PortfolioRoom): void {
  call(
    app,
    "GET /api/overview",
    {
      summary: "The investor's account: value, principal, profit, strategies, what to do next",
      tags,
      access: person,
      answers: { 200: Overview },
      errors: [],
    },
    async (request) => {
      const overview = await overviewOf(room, request.person.id);
      const summary = (await room.isOnFor("client-summary", request.person.id))
        ? {}
        : { total: null, series: [] };
      return { ...overview, ...summary, dealing: await dealingBody(room) };
    },
  );

  call(
    app,
    "GET /api/notices",
    {
      summary: "What stands around an investor's pages: banner, offering, warning, tier, as switches let it",
      tags,
      access: person,
      query: inputOf({ "lng?": language }),
      answers: { 200: Notices },
      errors: [],
    },
    async ({ person: who, query }) => await noticesFor(room, who, query.lng ?? who.language),
  );
}

function promptRoutes(app: App, room: PortfolioRoom): void {
  call(
    app,
    "GET /api/prompt",
    {
      summary: "The one thing that an investor is asked for in a dialog now",
      tags,
      access: person,
      answers: { 200: PromptShown },
      errors: [],
    },
    async ({ person: who }) => ({ prompt: await promptFor(room, who) }),
  );

  call(
    app,
    "POST /api/prompts/:prompt/answer",
    {
      summary: "Keeps the answer to a dialog, which is quiet for a while; the PIN's can be put away for ever",
      tags,
      access: person,
      params: inputOf({ prompt: oneOf(...PROMPT_KINDS) }),
      body: inputOf({ answer: oneOf(...PROMPT_ANSWERS) }),
      answers: NOTHING,
      errors: ["not-valid"],
    },
    async ({ person: who, params: { prompt }, body: { answer } }) => {
      if (!isPromptAnswer(prompt, answer))
        throw new AppError("not-valid", { fields: [{ pointer: "/answer", code: "enum" }] });
      await answerPrompt(room, who, { prompt, answer });
    },
  );
}

function notificationRoutes(app: App, room: PortfolioRoom): void {
  call(
    app,
    "GET /api/notifications",
    {
      summary: "What was sent to whoever asks, by its titles, and what waits for them",
      tags,
      access: person,
      answers: { 200: Notifications },
      errors: [],
    },
    async ({ person: who }) => await notificationsOf(room, who),
  );

  call(
    app,
    "POST /api/notifications/read",
    {
      summary: "Marks everything as read that was sent up to a moment",
      tags,
      access: person,
      body: inputOf({ until: GIVEN_INSTANT }),
      answers: NOTHING,
      errors: [],
    },
    async ({ person: { id }, body: { until } }) => {
      await readLetters(room, id, new Date(until));
    },
  );

  call(
    app,
    "GET /api/notifications/choices",
    {
      summary: "Which kinds of letters whoever asks gets by e-mail",
      tags,
      access: person,
      answers: { 200: LetterChoices },
      errors: [],
    },
    async ({ person: { id } }) => ({ choices: await letterChoices(room.db, id) }),
  );

  call(
    app,
    "POST /api/notifications/choices",
    {
      summary: "Declines e-mails of a kind, or asks for them again",
      tags,
      access: person,
      body: inputOf({ kind: oneOf(...OPTIONAL_KINDS), byEmail: FLAG }),
      answers: { 200: LetterChoices },
      errors: ["not-valid"],
    },
    async ({ person: who, body }) => ({ choices: await chooseLetters(room, who, body) }),
  );
}

function savedRoutes(app: App, room: PortfolioRoom): void {
  call(
    app,
    "GET /api/saved-strategies",
    {
      summary: "The strategies that whoever asks follows",
      tags,
      access: person,
      answers: { 200: SavedStrategies },
      errors: [],
    },
    async ({ person: { id } }) => ({ codes: await savedStrategies(room, id) }),
  );

  call(
    app,
    "POST /api/saved-strategies/:code",
    {
      summary: "Follows a strategy, or no more",
      tags,
      access: person,
      params: inputOf({ code: { ...TEXT, maxLength: 20 } }),
      body: inputOf({ saved: FLAG }),
      answers: { 200: SavedStrategies },
      errors: ["strategy-unknown"],
    },
    async ({ person: { id }, params: { code }, body: { saved } }) => {
      const done = await saveStrategy(room, id, { code, saved });
      if (!done.ok) throw new AppError(done.error.code);
      return { codes: done.value };
    },
  );

  call(
    app,
    "POST /api/client-summaries",
    {
      summary: "Keeps what the account is worth today, once a day; not there while `client-summary` is off",
      tags,
      access: person,
      answers: { 200: ClientSummary },
      errors: ["not-found"],
    },
    async ({ person: { id } }) => {
      if (!(await room.isOnFor("client-summary", id))) throw new AppError("not-found");
      return await keepClientSummary(room, id);
    },
  );
}

function transactionRoutes(app: App, room: PortfolioRoom): void {
  call(
    app,
    "GET /api/transactions",
    {
      summary: "The investor's history, newest first: units in and out, fees, both references of a switch",
      tags,
      access: person,
      query: inputOf({
        ...wanted,
        "limit?": { ...WHOLE, minimum: 1, maximum: 100, default: 20 },
        "before?": UUID,
      }),
      answers: { 200: TransactionPage },
      errors: [],
    },
    async (request) => await listTransactions(room, request.person.id, { limit: 20, ...request.query }),
  );

  call(
    app,
    "GET /api/transactions/file",
    {
      summary: "The same as a table (CSV, UTF-8)",
      tags,
      access: person,
      query: inputOf({ ...wanted, language }),
      answers: { 200: bytesOf("The table", "text/csv") },
      errors: [],
    },
    async (request, reply) => {
      const { language: lng, ...which } = request.query;
      const transactions = await allTransactions(room, request.person.id, which);
      return attach(reply, TYPES.csv, `transactions-${room.clock.today()}.csv`).send(
        transactionsCsv(transactions, room.say(lng)),
      );
    },
  );
}

function statementRoutes(app: App, room: PortfolioRoom): void {
  call(
    app,
    "GET /api/statements",
    {
      summary: "The investor's statements, newest period first",
      tags,
      access: person,
      answers: { 200: StatementList },
      errors: [],
    },
    async (request) => ({ statements: await listStatements(room, request.person.id) }),
  );

  call(
    app,
    "POST /api/statements",
    {
      summary: "The statement of a period of at most a year, made at the first asking and kept",
      tags,
      access: person,
      body: inputOf({ from: day, to: day, format: oneOf("pdf", "csv"), language }),
      answers: { 200: AccountDocument },
      errors: ["period-not-valid", "too-many-requests"],
    },
    async (request) => {
      const { from, to } = request.body;
      if (!isLocalDate(from) || !isLocalDate(to)) throw new AppError("period-not-valid");
      const made = await makeStatement(room, request.person.id, request.body);
      if (!made.ok) throw new AppError(made.error.code);
      return made.value;
    },
  );
}

function orderDocumentRoutes(app: App, room: PortfolioRoom): void {
  call(
    app,
    "POST /api/orders/:id/contract-note",
    {
      summary: "The contract note of an allotted order, made at the first asking and kept",
      tags,
      access: person,
      params: inputOf({ id: UUID }),
      owner: ownOrder(room),
      body: inputOf({ language }),
      answers: { 200: AccountDocument },
      errors: ["order-not-allotted", "too-many-requests"],
    },
    async (request) => {
      const made = await makeContractNote(room, request.owned.person_id, {
        order: request.owned.id,
        language: request.body.language,
      });
      if (!made.ok) throw new AppError(made.error.code);
      return made.value;
    },
  );

  call(
    app,
    "POST /api/orders/:id/invoice",
    {
      summary: "The tax invoice of an order's fee; not there while `invoice-download` is off",
      tags,
      access: person,
      params: inputOf({ id: UUID }),
      owner: ownOrder(room),
      body: inputOf({ language }),
      answers: { 200: AccountDocument },
      errors: ["not-found", "no-invoice", "period-not-valid", "order-not-allotted", "too-many-requests"],
    },
    async ({ owned: { id: order, person_id: personId }, body }) => {
      if (!(await room.isOnFor("invoice-download", personId))) throw new AppError("no-invoice");
      return given(await makeInvoice(room, personId, { order, language: body.language }));
    },
  );
}

function reportRoutes(app: App, room: PortfolioRoom): void {
  call(
    app,
    "GET /api/performance-report",
    {
      summary:
        "What the account and its strategies did in a period; not there while `performance-report` is off",
      tags,
      access: person,
      query: inputOf({ from: day, to: day }),
      answers: { 200: PerformanceReport },
      errors: ["not-found", "no-invoice", "period-not-valid", "order-not-allotted", "too-many-requests"],
    },
    async ({ person: { id }, query }) => {
      await onlyWith(room, "performance-report", id);
      if (!isLocalDate(query.from) || !isLocalDate(query.to)) throw new AppError("period-not-valid");
      return given(await performanceReport(room, id, query));
    },
  );

  call(
    app,
    "POST /api/performance-reports",
    {
      summary: "The same as a PDF, made at the first asking and kept",
      tags,
      access: person,
      body: inputOf({ from: day, to: day, language }),
      answers: { 200: AccountDocument },
      errors: ["not-found", "no-invoice", "period-not-valid", "order-not-allotted", "too-many-requests"],
    },
    async ({ person: { id }, body }) => {
      await onlyWith(room, "performance-report", id);
      if (!isLocalDate(body.from) || !isLocalDate(body.to)) throw new AppError("period-not-valid");
      return given(await makePerformanceReport(room, id, body));
    },
  );
}

function contractRoutes(app: App, room: PortfolioRoom): void {
  call(
    app,
    "GET /api/contracts",
    {
      summary: "The contracts that the investor signed; not there while `view-signed-contract` is off",
      tags,
      access: person,
      answers: { 200: ContractList },
      errors: ["not-found"],
    },
    async ({ person: { id } }) => {
      await onlyWith(room, "view-signed-contract", id);
      return { contracts: await contractsOf(room, id) };
    },
  );

  call(
    app,
    "POST /api/contracts/:version/document",
    {
      summary: "A signed contract as a document that is kept, with its stamp where `create-e-stamp` is on",
      tags,
      access: person,
      params: inputOf({ version: { ...TEXT, maxLength: 40 } }),
      answers: { 200: ContractDocument },
      errors: ["not-found", "no-invoice", "period-not-valid", "order-not-allotted", "too-many-requests"],
    },
    async ({ person: { id }, params }) => {
      await onlyWith(room, "view-signed-contract", id);
      return given(await makeContract(room, id, params.version));
    },
  );
}

function documentRoutes(app: App, room: PortfolioRoom): void {
  call(
    app,
    "GET /api/documents",
    {
      summary: "Everything that is kept for the investor, what was made last first",
      tags,
      access: person,
      answers: { 200: DocumentList },
      errors: [],
    },
    async ({ person: { id } }) => ({ documents: await listDocuments(room, id) }),
  );

  call(
    app,
    "POST /api/document-checks",
    {
      summary: "Whether we made a file, by its SHA-256: of which kind and when, nothing of whose it is",
      tags,
      access: anonymous,
      body: inputOf({ sha256: { ...TEXT, pattern: "^[0-9a-f]{64}$", maxLength: 64 } }),
      answers: { 200: DocumentCheck },
      errors: ["too-many-requests"],
      config: { rateLimit: { max: 60, timeWindow: "1 minute" } },
    },
    async ({ body }) => ({ known: await documentOfHash(room, body.sha256) }),
  );

  call(
    app,
    "GET /api/documents/:id",
    {
      summary: "Downloads a statement or contract note: the bytes that were made, for their owner",
      tags,
      access: person,
      params: inputOf({ id: UUID }),
      owner: ownedBy(async ({ id }: { readonly id: string }) => {
        const document = await findDocument(room, id);
        return document === null ? null : { owner: `person:${document.person_id}`, owned: document };
      }),
      answers: { 200: bytesOf("The document", "application/pdf", "text/csv") },
      errors: ["not-found"],
    },
    async (request, reply) => {
      const bytes = await handOut(room, request.owned);
      if (!bytes.ok) throw new AppError(bytes.error.code);
      return attach(reply, TYPES[request.owned.format], fileNameOf(request.owned)).send(bytes.value);
    },
  );
}

/** Throws `not-found` if a flag is off for the person. */
async function onlyWith(room: PortfolioRoom, flag: FlagName, personId: string): Promise<void> {
  if (!(await room.isOnFor(flag, personId))) throw new AppError("not-found");
}

/** Registers the public downloads: a factsheet for each strategy, and a comparison of several. */
function strategyFileRoutes(app: App, room: PortfolioRoom): void {
  const sheetOf = drawnSheets(room);
  call(
    app,
    "GET /api/strategies/:code/factsheet",
    {
      summary: "What is told of a strategy on one sheet (PDF)",
      tags: ["fund"],
      access: anonymous,
      params: inputOf({ code: { ...TEXT, maxLength: 20 } }),
      query: inputOf({ language }),
      answers: { 200: bytesOf("The sheet", "application/pdf") },
      errors: ["not-found"],
    },
    async ({ params: { code }, query }, reply) => {
      const strategy = (await listStrategies(room)).find((one) => one.code === code);
      if (strategy === undefined) throw new AppError("not-found");
      const sheet = await sheetOf(strategy, query.language);
      return attach(reply, TYPES.pdf, `${code.replace(/\W+/g, "-")}-${query.language}.pdf`).send(sheet);
    },
  );

  call(
    app,
    "GET /api/comparison/file",
    {
      summary: "Strategies beside each other as a table (CSV, UTF-8); codes with commas between them",
      tags: ["fund"],
      access: anonymous,
      query: inputOf({ codes: { ...TEXT, maxLength: 120 }, language }),
      answers: { 200: bytesOf("The table", "text/csv") },
      errors: ["not-found"],
    },
    async ({ query }, reply) => {
      const all = await listStrategies(room);
      const codes = [...new Set(query.codes.split(","))];
      const chosen = codes.map((code) => all.find((one) => one.code === code));
      if (chosen.some((one) => one === undefined)) throw new AppError("not-found");
      const file = comparisonCsv(
        chosen.filter((one) => one !== undefined),
        { language: query.language, say: room.say(query.language) },
      );
      return attach(reply, TYPES.csv, `comparison-${room.clock.today()}.csv`).send(file);
    },
  );
}

/**
 * Returns a function that renders factsheets. Rendering is slow, so a factsheet with the same content is
 * rendered only once.
 */
function drawnSheets(room: PortfolioRoom): (strategy: Strategy, language: Language) => Promise<Buffer> {
  const sheets = new Map<string, Promise<Buffer>>();
  return (strategy, language) => {
    const key = JSON.stringify([language, strategy]);
    const known = sheets.get(key);
    if (known !== undefined) return known;
    const about = {
      language,
      brand: BRANDS[room.config.brand].name,
      say: room.say(language),
      at: room.clock.now().toJSDate(),
    };
    const sheet = factsheetPdf(strategy, about);
    if (sheets.size >= MOST_SHEETS) sheets.clear();
    sheets.set(key, sheet);
    sheet.catch(() => sheets.delete(key));
    return sheet;
  };
}

/** Registers the download of all answers and messages that a person sent. */
function ownAnswersRoute(app: App, room: PortfolioRoom): void {
  call(
    app,
    "GET /api/my-answers",
    {
      summary:
        "Everything one sent with flows, by the words of the version of then, and wrote in one's cases (JSON or PDF); long numbers other than phones show their last four digits",
      tags: ["portal"],
      access: person,
      query: inputOf({ language, format: oneOf("json", "pdf") }),
      answers: { 200: bytesOf("The file", "application/json", "application/pdf") },
      errors: [],
      config: { rateLimit: { max: 60, timeWindow: "1 minute" } },
    },
    async (request, reply) => {
      const { format } = request.query;
      const brand = BRANDS[room.config.brand].name;
      const file = await ownAnswersFile(room, request.person.id, { ...request.query, brand });
      return attach(reply, TYPES[format], `my-answers-${room.clock.today()}.${format}`).send(file);
    },
  );
}

function given<Value>(result: Result<Value, DocumentError>): Value {
  if (!result.ok) throw new AppError(result.error.code);
  return result.value;
}

const TYPES = { pdf: "application/pdf", csv: "text/csv; charset=utf-8", json: "application/json" } as const;
