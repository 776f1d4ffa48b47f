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

/** A field that the server rejected. */
export type FieldFault = { readonly pointer: string; readonly code: string; readonly message?: Sentence };

/** Why a call failed: no network, or an error from the server. */
export type ApiFailure =
  | { readonly kind: "offline" }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly code: string;
      readonly message: Sentence | null;
      readonly fields: readonly FieldFault[];
      /** The request id that a person can tell support, if the server sent one. */
      readonly requestId: string | null;
      /** Values for the error text: `triesLeft`, `at`, `seconds`. */
      readonly params: Readonly<Record<string, unknown>>;
      /** The whole body, for errors with more data, such as findings. */
      readonly body: Readonly<Record<string, unknown>>;
    };

/** Options of a call besides its declaration. */
export type CallOptions = {
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** A file, for a call that takes one. */
  readonly form?: FormData;
};
type Options = CallOptions & { readonly body?: unknown };
type AnyMethod = Method | "PUT" | "DELETE";

/** Whether the last call reached the server and the browser reports being online. */
export const online = createStore(typeof navigator === "undefined" || navigator.onLine);

// Set by `session.ts`: handles a 401 outside log-in.
let onUnauthorized: () => void = () => undefined;

/** Sets the handler of a 401 from any call except log-in, log-out, forgotten password and `/security`. */
export function handleUnauthorized(handler: () => void): void {
  onUnauthorized = handler;
}

// Set by `session.ts`: whether another person has logged in since the page was loaded.
let isAnotherPerson: () => boolean = () => false;

/** Sets how to detect that another tab logged in another person; no call is made in their name then. */
export function handleAnotherPerson(check: () => boolean): void {
  isAnotherPerson = check;
}

/** The name of the cookie with the readable session token. */
export function tokenCookie(): string {
  return `${brand()}_token`;
}

/**
 * Makes a declared call and returns its JSON or the failure: `call("POST", "/approvals/{id}/reject", { path: { id }, body })`.
 * Never throws for either.
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

/** `call` for an address from data, such as one in a flow's file. Its answer is untyped. */
export async function callAt(
  method: AnyMethod,
  address: string,
  options: Options = {},
): Promise<Result<unknown, ApiFailure>> {
  const answer = await callOnce(method, address, options);
  const code = answer.ok || answer.error.kind === "offline" ? null : answer.error.code;
  if (code === "factor-missing") factorMissing.set(true);
  // A rejected call changed nothing, so it is repeated once the person has confirmed their identity.
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
    // A PIN or a code checked by another call renews the session. A call that left earlier with the old cookie was
    // rejected and changed nothing, so it is repeated once with the new cookie.
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

/** After this time an answer counts as lost, so that no button waits forever. Uploads take as long as they take. */
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

/** Waits until all other calls of this page are answered, and a moment longer for another window's new cookie. */
async function othersAnswered(): Promise<void> {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  await Promise.race([Promise.allSettled(underWay), pause(5_000)]);
  await pause(200);
}

/** `call` of a GET for react-query: throws the failure as an `ApiError`. */
export async function load<Path extends PathOf<"GET">>(
  path: Path,
  ...sent: Sent<"GET", Path, CallOptions>
): Promise<CallAt<"GET", Path>["answer"]> {
  const answer = await call("GET", path, ...sent);
  if (!answer.ok) throw new ApiError(answer.error);
  return answer.value;
}

/** A failure as an exception. */
export class ApiError extends Error {
  readonly failure: ApiFailure;
  constructor(failure: ApiFailure) {
    super(failure.kind === "offline" ? "offline" : failure.code);
    this.failure = failure;
  }
}

/** Creates a key for a submission. If the answer is lost, the same key is sent again. */
export function newIdempotencyKey(): string {
  // randomUUID needs a secure origin; a phone on the local network has none.
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** Keys of calls whose answer got lost, by what was sent. */
const unanswered = new Map<string, string>();

/** Makes a changing call once: a repetition after a lost answer uses the same key and gets the first answer. */
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

/** Reads the error in a response body. */
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

/** Whether a failure means that the session is over, which `session.ts` reports once for all calls. */
export function isSessionOver(failure: ApiFailure): boolean {
  return failure.kind === "refused" && failure.status === 401 && failure.code === "log-in-first";
}

/** The text of a failure in the current language. */
export function failureText(failure: ApiFailure, words: (key: string) => string): string {
  if (failure.kind === "offline") return words("common:offline.call");
  const said = failure.message?.[language()];
  return said === undefined ? words("common:error.generic") : keepWhole(said);
}

/** The result of a call that would be answered about another person than the page shows. */
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

/** The session token as a request header; empty without a session. Throws if another person is logged in. */
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

// Query strings may contain names, so the console omits them.
function withoutQuery(path: string): string {
  return path.split("?")[0] ?? path;
}

/** Whether a 401 from this path is an ordinary answer, not a lost session. */
function keepsSession(path: string): boolean {
  return /^\/(auth\/(login|logout|forget-password)|security)(\/|$|\?)/.test(path);
}
