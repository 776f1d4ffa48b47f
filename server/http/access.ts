import type { RouteOptions } from "fastify";
import type { StaffRole } from "../../domain/staff-roles.ts";
import { unreachable } from "../../engine/values/unreachable.ts";
import type { App, Person, Request, Subject } from "./app.ts";
import { AppError, type ErrorCode } from "./errors.ts";
import { networkOf } from "./network-of.ts";

declare const WHO: unique symbol;

/** Declaration of who can make a call. `Who` is the type of the data that is then known about the caller. */
export type Access<Who = unknown> = (
  | { readonly kind: "everybody" }
  | { readonly kind: "anonymous" }
  | { readonly kind: "visitor"; readonly begins: boolean }
  | { readonly kind: "person" }
  | {
      readonly kind: "staff";
      readonly roles: readonly StaffRole[];
      /** Whether the second factor must have been proved within the last five minutes. */
      readonly fresh: boolean;
    }
  | { readonly kind: "signed"; readonly isSigned: (request: Request) => boolean }
) & { readonly [WHO]?: () => Who };

/**
 * Access for everyone. All callers get the same answer. No session is read, so the call works without the
 * database.
 */
export const everybody: Access<{ readonly person: null }> = { kind: "everybody" };

/** Access for everyone. If the caller is logged in, the person is known. */
export const anonymous: Access<{ readonly person: Person | null }> = { kind: "anonymous" };

type Somebody = { readonly person: Person | null; readonly subject: Subject };

/** Access for logged-in people, and for visitors with a cookie. */
export const visitor: Access<Somebody> = { kind: "visitor", begins: false };

/**
 * Access for logged-in people and visitors. A visitor without a cookie gets one, so that the visitor's
 * objects can be found again.
 */
export const newVisitor: Access<Somebody> = { kind: "visitor", begins: true };

/** Access for logged-in people: investors, and staff for their own data. */
export const person: Access<{ readonly person: Person; readonly subject: Subject }> = { kind: "person" };

type Colleague = { readonly person: Person & { readonly role: StaffRole }; readonly subject: Subject };

/** Access for staff who have one of these roles and proved their second factor in this session. */
export function staff(...roles: readonly StaffRole[]): Access<Colleague> {
  return { kind: "staff", roles, fresh: false };
}

/**
 * Access for decisions of staff, whose second factor must have been proved within the last five minutes (ADR
 * 66).
 */
export function deciding(...roles: readonly StaffRole[]): Access<Colleague> {
  return { kind: "staff", roles, fresh: true };
}

/**
 * Lets auditors make every GET that staff can make. Auditors read everything that staff read, and change
 * nothing.
 */
export function readByAuditors<Who>(method: string, access: Access<Who>): Access<Who> {
  if (access.kind !== "staff" || method !== "GET") return access;
  return { ...access, roles: withAuditor(access.roles) };
}

/** Lets auditors make the GETs of owned objects that staff can make. */
export function ownedReadByAuditors<Params, Of>(method: string, owner: Owner<Params, Of>): Owner<Params, Of> {
  if (owner.kind !== "found" || method !== "GET" || owner.also.length === 0) return owner;
  return { ...owner, also: withAuditor(owner.also) };
}

function withAuditor(roles: readonly StaffRole[]): readonly StaffRole[] {
  return [...new Set<StaffRole>([...roles, "auditor"])];
}

/** Access for another machine, from any origin, that authenticates itself by a signature. */
export function signed(isSigned: (request: Request) => boolean): Access<{ readonly person: null }> {
  return { kind: "signed", isSigned };
}

/** An object with its owner. */
export type Owned<Of> = { readonly owner: string; readonly owned: Of };

/** Declares how to find the owner of the object that a call names. */
export type Owner<Params = never, Of = unknown> =
  | {
      readonly kind: "found";
      readonly find: (params: Params) => Promise<Owned<Of> | null>;
      /** Roles that have access although they do not own the object. */
      readonly also: readonly StaffRole[];
      readonly refusal: ErrorCode;
    }
  | { readonly kind: "within"; readonly refusal: ErrorCode };

/**
 * Declares that the object is read before the call and passed as `request.owned`. An object of another owner
 * and a missing object both give `not-found`.
 */
export function ownedBy<Params, Of>(
  find: (params: Params) => Promise<Owned<Of> | null>,
  { also = [] }: { readonly also?: readonly StaffRole[] } = {},
): Owner<Params, Of> {
  return { kind: "found", find, also, refusal: "not-found" };
}

/** Declares that the object belongs to the person whose id is in the path. */
export function themselves<Name extends string>(
  name: Name,
): Owner<{ readonly [Param in Name]: string }, string> {
  return ownedBy(async ({ [name]: id }) => ({ owner: `person:${id}`, owned: id }));
}

/**
 * Declares that the module itself checks the owner when it locks the object. An earlier check could be
 * outdated, and would cost a round trip.
 */
export function ownedWithin(refusal: ErrorCode): Owner<unknown, null> {
  return { kind: "within", refusal };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Declaration of who can make the call. The server does not start if it is missing. */
    access?: Access;
    /** Declares how to find the owner of the object that the call names. */
    owner?: Owner;
  }
}

const guarded = new WeakMap<object, readonly RouteOptions[]>();

/** Returns every route of an app, with its declarations. */
export function declaredRoutes(app: App): readonly RouteOptions[] {
  return guarded.get(app.server) ?? [];
}

/**
 * Checks access and ownership before every call. The server does not start if a route declares no access.
 * Must be called before any route is registered.
 */
export function guardCalls(app: App): void {
  app.decorateRequest("subject", null);
  app.decorateRequest("owned", null);
  const routes: RouteOptions[] = [];
  guarded.set(app.server, routes);
  app.addHook("onReady", async () => refuseUndeclared(routes));
  app.addHook("onRoute", (route) => {
    routes.push(route);
    const { access, owner } = route.config ?? {};
    if (access === undefined) return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      admit(access, request);
      if (owner?.kind === "found") await lookWhose(owner, request);
      try {
        return await handler.call(this, request, reply);
      } catch (error) {
        const isRefused =
          owner?.kind === "within" && error instanceof AppError && error.code === owner.refusal;
        throw isRefused && isLoggedOut(request) ? new AppError("log-in-first") : error;
      }
    };
  });
}

function refuseUndeclared(routes: readonly RouteOptions[]): void {
  const undeclared = routes.filter(({ config }) => config?.access === undefined);
  if (undeclared.length === 0) return;
  const named = undeclared.map(({ method, url }) => `${method} ${url}`);
  throw new Error(`guardCalls: nobody says who may call ${named.join(", ")} (config.access)`);
}

function admit(access: Access, request: Request): void {
  request.subject = whose(request);
  switch (access.kind) {
    case "everybody":
    case "anonymous":
      return;
    case "visitor":
      if (request.subject === null) throw new AppError("log-in-first");
      return;
    case "person":
      if (request.person === null) throw new AppError("log-in-first");
      return;
    case "staff":
      if (request.person === null) throw new AppError("log-in-first");
      if (request.person.role === null || !access.roles.includes(request.person.role))
        throw new AppError("not-allowed");
      askFactor(request.person, access);
      return;
    case "signed":
      if (!access.isSigned(request)) throw new AppError("signature");
      return;
    default:
      unreachable(access, "admit");
  }
}

async function lookWhose(owner: Owner & { readonly kind: "found" }, request: Request): Promise<void> {
  const found = await owner.find(request.params as never);
  const role = request.person?.role ?? null;
  const isOwn = found?.owner === request.subject;
  const may = isOwn || (role !== null && owner.also.includes(role));
  if (found === null || !may) throw new AppError(isLoggedOut(request) ? "log-in-first" : owner.refusal);
  if (!isOwn && request.person !== null) askFactor(request.person, { fresh: false });
  request.owned = found.owned;
}

/**
 * Returns whether the caller uses the token of an ended session. Such a caller must log in first, and does
 * not get `not-found`.
 */
function isLoggedOut(request: Request): boolean {
  return request.person === null && request.headers.authorization !== undefined;
}

/**
 * Throws if the second factor is not proved. Staff work with other people's data and money, so a password
 * alone is not enough.
 */
function askFactor({ factor = "missing" }: Person, { fresh }: { readonly fresh: boolean }): void {
  if (factor === "missing") throw new AppError("factor-missing");
  if (factor === "unproved" || (fresh && factor === "proved")) throw new AppError("factor-needed");
}

/** Returns the owner for new objects that a request creates; `null` for a visitor without a cookie. */
function whose(request: Request): Subject | null {
  if (request.person !== null) return `person:${request.person.id}`;
  return request.visitor === null ? null : `visitor:${request.visitor}`;
}

/**
 * Returns the key of a caller in a queue. All requests of a person have the same key, and so have all
 * requests of visitors from the same network.
 */
export function clientOf(request: Request): string {
  return request.person === null ? `address:${networkOf(request.ip)}` : `person:${request.person.id}`;
}

/**
 * Returns the request's `Idempotency-Key`, which the caller chooses for one action: 8 to 128 letters, digits,
 * `-` or `_`. Throws if it is missing or has another form.
 */
export function idempotencyKey(request: Request): string {
  const key = request.headers["idempotency-key"];
  if (key === undefined) throw new AppError("idempotency-key-missing");
  if (typeof key !== "string" || !/^[\w-]{8,128}$/.test(key)) throw new AppError("idempotency-key-invalid");
  return key;
}

/**
 * Returns the text that a colleague searches for. It is sent percent-encoded in the header `x-find` and not
 * in the address of the request, because logs contain these addresses. Returns an empty text if the header is
 * missing or cannot be decoded.
 */
export function wordsToFind(request: Request): string {
  try {
    const words = decodeURIComponent(String(request.headers["x-find"] ?? "")).trim();
    return words.includes("\u0000") ? "" : words;
  } catch {
    return "";
  }
}
