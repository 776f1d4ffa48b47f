import { createHmac } from "node:crypto";
import type { App, ErrorCode, Request } from "../http/index.ts";
import type { Notices } from "./notices.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Shows a person's object to staff, named by the parameter `id`: `file`. Each access is recorded before the
     * answer.
     */
    looksAt?: string;
  }
}

/** Errors caused by attempts at other people's objects. */
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
/** Failed proofs of providers and devices, which name no account. */
const FAILED_PROOFS: ReadonlySet<ErrorCode> = new Set([
  "passkey-invalid",
  "social-invalid",
  "wallet-invalid",
]);

type Watch = {
  readonly notice: Notices;
  readonly key: Buffer;
  /** Returns the account with this e-mail. */
  readonly personOf: (email: string) => Promise<string | null>;
};

/**
 * Records failed log-ins, refused calls, and accesses of staff to people's files: who (a visitor by a keyed hash of
 * the address), which call, which code; no names, addresses or values. Failed log-ins name the account.
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

/** Returns what is recorded of a refused call; `null` if nothing. */
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
  // Another person's object and a missing one give the same answer. Repeated attempts leave many lines.
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

/** The object of a call: the file of a case where it names one. */
function lookedAt(request: Request): string | undefined {
  const { id, file } = (request.params ?? {}) as { readonly id?: string; readonly file?: string };
  return file ?? id;
}

function emailOf(request: Request): string {
  const { email } = (request.body ?? {}) as { readonly email?: unknown };
  return typeof email === "string" ? email : "";
}
