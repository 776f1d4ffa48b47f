import { fail, ok, type Result } from "../../../engine/values/result.ts";
import { brand } from "../brand/brand.ts";
import { readCookie } from "../text/cookie.ts";
import { keepWhole, language } from "../text/i18n.ts";
import { createStore } from "../text/store.ts";
import type { Refusal, Sentence } from "./answers.ts";
import { addressOf, type CallAt, type Method, type PathOf, type Sent } from "./calls.ts";
import { keepDebugEntry } from "./debug-log.ts";
import { factorMissing, proveFactor } from "./factor.ts";
import { learnServerTime } from "./server-clock.ts";

/** A field that the server rejected, with the reason. */
export type FieldFault = { readonly pointer: string; readonly code: string; readonly message?: Sentence };

/** The reason why a call failed: no network, or an error from the server. */
export type ApiFailure =
  | { readonly kind: "offline" }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly code: string;
      readonly message: Sentence | null;
      readonly fields: readonly FieldFault[];
      /** Request id that a person can give to support; `null` if the server sent none. */
      readonly requestId: string | null;
      /** Values to insert into the error text, such as `triesLeft`, `at`, `seconds`. */
      readonly params: Readonly<Record<string, unknown>>;
      /** The whole body of the error response. Some errors have more data, such as findings. */
      readonly body: Readonly<Record<string, unknown>>;
    };

/** Options that every call accepts in addition to its declared input. */
export type CallOptions = {
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Form data with a file, for a call that accepts an upload. */
  readonly form?: FormData;
};
type Options = CallOptions & { readonly body?: unknown };
type AnyMethod = Method | "PUT" | "DELETE";

/** Whether the last call reached the server and the browser reports being online. */
export const online = createStore(typeof navigator === "undefined" || navigator.onLine);

// Handles a 401 response outside log-in. Set by `session.ts`.
let onUnauthorized: () => void = () => undefined;

/**
 * Sets the handler of a 401 response. Responses to log-in, log-out, forgotten password and `/security` do not
 * trigger it.
 */
export function handleUnauthorized(handler: () => void): void {
  onUnauthorized = handler;
}

// Whether another person has logged in since the page was loaded. Set by `session.ts`.
let isAnotherPerson: () => boolean = () => false;

/**
 * Sets the function that detects whether another tab has logged in another person. If so, the page makes no
 * call, because the call would act in that person's name.
 */
export function handleAnotherPerson(check: () => boolean): void {
  isAnotherPerson = check;
}

/** Returns the name of the cookie with the session token that scripts can read. */
export function tokenCookie(): string {
  return `${brand()}_token`;
}

/**
 * Makes a declared call and returns its JSON or the failure, such as `call("POST", "/approvals/{id}/reject",
 * { path: { id }, body })`. Neither a network error nor a rejection throws.
 */
export async function call<M extends Method, Path extends PathOf<M>>(
  method: M,
  path: Path,
  ...[options]: Sent<M, Path, CallOptions>
): Promise<Result<CallAt<M, Path>["answer"], ApiFailure>> {
  return (await callAt(method, addressOf(path, options), options)) as Result<
    CallAt<M, Path>["answer"],
    ApiFailure
  >;
}

/** Like `call`, for an address that comes from data, such as a flow's file. The answer has no type. */
export async function callAt(
  method: AnyMethod,
  address: string,
  options: Options = {},
): Promise<Result<unknown, ApiFailure>> {
  const answer = await callOnce(method, address, options);
  const code = answer.ok || answer.error.kind === "offline" ? null : answer.error.code;
  if (code === "factor-missing") factorMissing.set(true);
  // A rejected call changed nothing, so it can be sent again once the person has proved their identity.
  const isProofWanted = code === "factor-needed" || code === "proof-needed";
  return isProofWanted && (await proveFactor()) ? await callOnce(method, address, options) : answer;
}

async function callOnce(
  method: AnyMethod,
  address: string,
  options: Options,
): Promise<Result<unknown, ApiFailure>> {
  if (isAnotherPerson()) return fail(ANOTHER_PERSON);
  let answer: Response;
  try {
    answer = await fetchOnce(method, address, options);
    // A call that checks a PIN or a code renews the session cookie. A call that was sent earlier with the old
    // cookie may then be rejected. The rejected call changed nothing, so it is repeated once with the new
    // cookie.
    if (answer.status === 401 && !keepsSession(address) && readCookie(tokenCookie()) !== null) {
      await othersAnswered();
      answer = await fetchOnce(method, address, options);
    }
  } catch {
    if (!options.signal?.aborted) online.set(false);
    keepDebugEntry("error", `${method} ${withoutQuery(address)} did not reach the server`);
    return fail({ kind: "offline" });
  }
  online.set(true);
  learnServerTime(answer.headers.get("date"));
  keepDebugEntry("call", `${method} ${withoutQuery(address)} ${answer.status}`);
  const body = await jsonOf(answer);
  if (answer.ok) return ok(body);
  if (answer.status === 401 && !keepsSession(address)) onUnauthorized();
  return fail(refusalOf({ status: answer.status, requestId: answer.headers.get("x-request-id"), body }));
}

const underWay = new Set<Promise<unknown>>();

/**
 * Time in milliseconds after which an answer counts as lost, so that no button waits forever. Uploads have no
 * such limit.
 */
const LOST_AFTER_MS = 120_000;

async function fetchOnce(method: AnyMethod, address: string, options: Options): Promise<Response> {
  const lost = new AbortController();
  const abort = () => lost.abort();
  options.signal?.addEventListener("abort", abort);
  if (options.signal?.aborted) abort();
  const timer = options.form === undefined ? setTimeout(abort, LOST_AFTER_MS) : undefined;
  const answer = fetch(`/api${address}`, {
    method,
    credentials: "same-origin",
    headers: headersOf(options),
    ...bodyOf(options),
    signal: lost.signal,
  });
  underWay.add(answer);
  try {
    return await answer;
  } finally {
    underWay.delete(answer);
    clearTimeout(timer);
  }
}

/**
 * Waits until all other calls of this page are answered. Then waits a moment longer, because another window
 * may set a new cookie.
 */
async function othersAnswered(): Promise<void> {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  await Promise.race([Promise.allSettled(underWay), pause(5_000)]);
  await pause(200);
}

/** Makes a GET call for react-query, which expects failures as exceptions. Throws an `ApiError`. */
export async function load<Path extends PathOf<"GET">>(
  path: Path,
  ...sent: Sent<"GET", Path, CallOptions>
): Promise<CallAt<"GET", Path>["answer"]> {
  const answer = await call("GET", path, ...sent);
  if (!answer.ok) throw new ApiError(answer.error);
  return answer.value;
}

/** A failed call as an exception. */
export class ApiError extends Error {
  readonly failure: ApiFailure;
  constructor(failure: ApiFailure) {
    super(failure.kind === "offline" ? "offline" : failure.code);
    this.failure = failure;
  }
}

/**
 * Creates an idempotency key for a submission. If the answer is lost, the submission is repeated with the
 * same key.
 */
export function newIdempotencyKey(): string {
  // `randomUUID` needs a secure origin. A phone that opens the page over the local network has no secure
  // origin.
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** Idempotency keys of calls whose answer was lost, by the content that was sent. */
const unanswered = new Map<string, string>();

/**
 * Makes a changing call only once. If the answer was lost, the repetition uses the same key and gets the
 * first call's answer.
 */
export async function sendOnce<Path extends PathOf<"POST">>(
  path: Path,
  ...[options]: Sent<"POST", Path>
): Promise<Result<CallAt<"POST", Path>["answer"], ApiFailure>> {
  const address = addressOf(path, options);
  const print = JSON.stringify([address, options?.body]);
  const idempotencyKey = unanswered.get(print) ?? newIdempotencyKey();
  unanswered.set(print, idempotencyKey);
  const answer = await callAt("POST", address, { ...options, idempotencyKey });
  if (answer.ok || answer.error.kind !== "offline") unanswered.delete(print);
  return answer as Result<CallAt<"POST", Path>["answer"], ApiFailure>;
}

/** Reads the error from a response body. */
export function refusalOf(answer: {
  readonly status: number;
  readonly requestId: string | null;
  readonly body: unknown;
}): ApiFailure {
  const { status, requestId, body } = answer;
  const given: Partial<Refusal> = typeof body === "object" && body !== null ? body : {};
  return {
    kind: "refused",
    status,
    code: typeof given.code === "string" ? given.code : `http-${status}`,
    message: given.message ?? null,
    fields: given.fields ?? [],
    requestId,
    params: given.params ?? {},
    body: given,
  };
}

/** Whether a failure means that the session has ended. `session.ts` reports this once for all calls. */
export function isSessionOver(failure: ApiFailure): boolean {
  return failure.kind === "refused" && failure.status === 401 && failure.code === "log-in-first";
}

/** Returns the text of a failure in the current language. */
export function failureText(failure: ApiFailure, words: (key: string) => string): string {
  if (failure.kind === "offline") return words("common:offline.call");
  const said = failure.message?.[language()];
  return said === undefined ? words("common:error.generic") : keepWhole(said);
}

/** The failure of a call that was not made because another person has logged in. */
const ANOTHER_PERSON: ApiFailure = {
  kind: "refused",
  status: 409,
  code: "another-person",
  message: null,
  fields: [],
  requestId: null,
  params: {},
  body: {},
};

/**
 * Returns the session token as a request header; an empty object without a session. Throws if another person
 * is logged in.
 */
export function sessionHeader(): { readonly authorization?: string } {
  if (isAnotherPerson()) throw new ApiError(ANOTHER_PERSON);
  const token = readCookie(tokenCookie());
  return token ? { authorization: `Bearer ${token}` } : {};
}

function headersOf({ body, idempotencyKey, headers }: Options): Headers {
  const all = new Headers({
    accept: "application/json",
    "accept-language": language(),
    ...headers,
    ...sessionHeader(),
  });
  if (idempotencyKey) all.set("idempotency-key", idempotencyKey);
  if (body !== undefined) all.set("content-type", "application/json");
  return all;
}

function bodyOf({ body, form }: Options): { readonly body?: BodyInit } {
  if (form !== undefined) return { body: form };
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

async function jsonOf(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// Removes the query from a path for the debug console, because a query may contain names.
function withoutQuery(path: string): string {
  return path.split("?")[0] ?? path;
}

/**
 * Whether a 401 response from this path is an ordinary error, such as a wrong password, which does not end
 * the session.
 */
function keepsSession(path: string): boolean {
  return /^\/(auth\/(login|logout|forget-password)|security)(\/|$|\?)/.test(path);
}
