import { createHmac } from "node:crypto";
import type { App, ErrorCode, Request } from "../http/index.ts";
import type { Notices } from "./notices.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Kind of the object, such as `file`, that this call shows to staff. The parameter `id` identifies the
     * object. Each access is recorded before the answer is sent.
     */
    looksAt?: string;
  }
}

/** Errors that are caused by attempts to access other people's objects. */
const REFUSED: ReadonlySet<ErrorCode> = new Set([
  "not-allowed",
  "same-person",
  "four-eyes",
  "not-your-instance",
  "other-origin",
  "account-locked",
  "signature",
]);
const FAILED_LOG_INS: ReadonlySet<ErrorCode> = new Set([
  "wrong-credentials",
  "login-code-wrong",
  "two-factor-wrong",
  "too-many-tries",
]);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LOG_IN = "/api/auth/login";
/** Errors of failed log-ins with a provider or a device. Such log-ins name no account. */
const FAILED_PROOFS: ReadonlySet<ErrorCode> = new Set([
  "passkey-invalid",
  "social-invalid",
  "wallet-invalid",
]);

type Watch = {
  readonly notice: Notices;
  readonly key: Buffer;
  /** Returns the account with this e-mail; `null` if none. */
  readonly personOf: (email: string) => Promise<string | null>;
};

/**
 * Records failed log-ins, refused calls, and accesses of staff to people's files. A notice contains the
 * person (or a keyed hash of a visitor's address), the call and the error code. It contains no names,
 * addresses or values. Notices of failed log-ins also name the account.
 */
export function watchCalls(app: App, watch: Watch): void {
  const { notice, key } = watch;
  app.addHook("onSend", async (request, reply, payload) => {
    const { looksAt } = request.routeOptions.config;
    if (looksAt === undefined || reply.statusCode !== 200 || (request.person?.role ?? null) === null)
      return payload;
    await notice({
      actor: actorOf(request, key),
      action: `${looksAt}s.look`,
      subject: `${looksAt}:${lookedAt(request)}`,
    });
    return payload;
  });
  app.addHook("onResponse", async (request) => {
    if (request.refusal === null) return;
    try {
      const refused = await noticeOf(request, request.refusal, watch);
      if (refused !== null) await notice({ actor: actorOf(request, key), ...refused });
    } catch (error) {
      request.log.error({ err: error }, "audit: a refusal was not written down");
    }
  });
}

/** Returns the notice to record for a refused call; `null` if none. */
async function noticeOf(
  request: Request,
  code: ErrorCode,
  { personOf }: Watch,
): Promise<Omit<Parameters<Notices>[0], "actor"> | null> {
  const { config, url } = request.routeOptions;
  const { looksAt, access } = config;
  const id = lookedAt(request);
  const route = `${request.method} ${url ?? "none"}`;
  if (url === LOG_IN && FAILED_LOG_INS.has(code)) {
    const person = (await personOf(emailOf(request))) ?? "unknown";
    return { action: "accounts.failLogIn", subject: `person:${person}`, detail: { code } };
  }
  if (FAILED_PROOFS.has(code))
    return { action: "accounts.failLogIn", subject: `route:${route}`, detail: { code } };
  // The answer is the same for another person's object and for a missing object, so both are recorded.
  // Someone who guesses ids leaves many lines.
  if (code === "not-found" && looksAt !== undefined && UUID.test(id ?? ""))
    return { action: `${looksAt}s.refuseLook`, subject: `${looksAt}:${id}` };
  if (REFUSED.has(code) || (code === "log-in-first" && access?.kind === "staff"))
    return { action: "http.refuse", subject: `route:${route}`, detail: { code } };
  return null;
}

function actorOf(request: Request, key: Buffer) {
  if (request.person !== null) return `person:${request.person.id}` as const;
  if (request.visitor !== null) return `visitor:${request.visitor}` as const;
  return `stranger:${createHmac("sha256", key).update(request.ip).digest("hex").slice(0, 32)}` as const;
}

/** Returns the object that a call accesses. If the call names a file of a case, this is the file. */
function lookedAt(request: Request): string | undefined {
  const { id, file } = (request.params ?? {}) as { readonly id?: string; readonly file?: string };
  return file ?? id;
}

function emailOf(request: Request): string {
  const { email } = (request.body ?? {}) as { readonly email?: unknown };
  return typeof email === "string" ? email : "";
}
