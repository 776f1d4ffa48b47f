import type { RouteOptions } from "fastify";
import type { StaffRole } from "../../domain/staff-roles.ts";
import { unreachable } from "../../engine/values/unreachable.ts";
import type { App, Person, Request, Subject } from "./app.ts";
import { AppError, type ErrorCode } from "./errors.ts";
import { networkOf } from "./network-of.ts";

declare const WHO: unique symbol;

/** Who may make a call, with the type of what is known of them then. */
export type Access<Who = unknown> = (
  | { readonly kind: "everybody" }
  | { readonly kind: "anonymous" }
  | { readonly kind: "visitor"; readonly begins: boolean }
  | { readonly kind: "person" }
  | {
      readonly kind: "staff";
      readonly roles: readonly StaffRole[];
      /** Their second factor must have been proved within the last minutes. */
      readonly fresh: boolean;
    }
  | { readonly kind: "signed"; readonly isSigned: (request: Request) => boolean }
) & { readonly [WHO]?: () => Who };

/** Everybody, who all get the same: nobody is asked who they are, so that it works while the database is away. */
export const everybody: Access<{ readonly person: null }> = { kind: "everybody" };

/** Everybody; who is logged in is known. */
export const anonymous: Access<{ readonly person: Person | null }> = { kind: "anonymous" };

type Somebody = { readonly person: Person | null; readonly subject: Subject };

/** Whoever is logged in, or has a visitor's cookie. */
export const visitor: Access<Somebody> = { kind: "visitor", begins: false };

/** The same; who has no cookie gets one, by which what begins here is found again. */
export const newVisitor: Access<Somebody> = { kind: "visitor", begins: true };

/** Whoever is logged in: investors, and staff about themselves. */
export const person: Access<{ readonly person: Person; readonly subject: Subject }> = { kind: "person" };

type Colleague = { readonly person: Person & { readonly role: StaffRole }; readonly subject: Subject };

/** Staff with one of these roles, who proved their second factor in this session. */
export function staff(...roles: readonly StaffRole[]): Access<Colleague> {
  return { kind: "staff", roles, fresh: false };
}

/** The same, for what decides: their second factor was proved within the last five minutes (ADR 66). */
export function deciding(...roles: readonly StaffRole[]): Access<Colleague> {
  return { kind: "staff", roles, fresh: true };
}

/** An auditor reads whatever any colleague reads, and changes nothing: every GET of staff is theirs, and nothing else. */
export function readByAuditors<Who>(method: string, access: Access<Who>): Access<Who> {
  if (access.kind !== "staff" || method !== "GET") return access;
  return { ...access, roles: withAuditor(access.roles) };
}

/** The same for what is somebody's, and read by colleagues too. */
export function ownedReadByAuditors<Params, Of>(method: string, owner: Owner<Params, Of>): Owner<Params, Of> {
  if (owner.kind !== "found" || method !== "GET" || owner.also.length === 0) return owner;
  return { ...owner, also: withAuditor(owner.also) };
}

function withAuditor(roles: readonly StaffRole[]): readonly StaffRole[] {
  return [...new Set<StaffRole>([...roles, "auditor"])];
}

/** Another machine, from whatever origin, which proves itself by a signature. */
export function signed(isSigned: (request: Request) => boolean): Access<{ readonly person: null }> {
  return { kind: "signed", isSigned };
}

/** Somebody's object: whose it is, and what is known of it already. */
export type Owned<Of> = { readonly owner: string; readonly owned: Of };

/** How it is found whose object a call is about. */
export type Owner<Params = never, Of = unknown> =
  | {
      readonly kind: "found";
      readonly find: (params: Params) => Promise<Owned<Of> | null>;
      /** Roles that may, though it is not theirs. */
      readonly also: readonly StaffRole[];
      readonly refusal: ErrorCode;
    }
  | { readonly kind: "within"; readonly refusal: ErrorCode };

/**
 * The object is read before the call is at work, and handed to it as `request.owned`. Somebody else's and none at all are
 * refused alike, with `not-found`.
 */
export function ownedBy<Params, Of>(
  find: (params: Params) => Promise<Owned<Of> | null>,
  { also = [] }: { readonly also?: readonly StaffRole[] } = {},
): Owner<Params, Of> {
  return { kind: "found", find, also, refusal: "not-found" };
}

/** The address names a person, who is the owner. */
export function themselves<Name extends string>(
  name: Name,
): Owner<{ readonly [Param in Name]: string }, string> {
  return ownedBy(async ({ [name]: id }) => ({ owner: `person:${id}`, owned: id }));
}

/** The room looks whose it is where it locks it: asked before, the answer could be old, and would cost a round trip. */
export function ownedWithin(refusal: ErrorCode): Owner<unknown, null> {
  return { kind: "within", refusal };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may make the call. Without it the server does not start. */
    access?: Access;
    /** How it is found whose object the call is about. */
    owner?: Owner;
  }
}

const guarded = new WeakMap<object, readonly RouteOptions[]>();

/** Every route of an app, with what it declares. */
export function declaredRoutes(app: App): readonly RouteOptions[] {
  return guarded.get(app.server) ?? [];
}

/**
 * Before every call: whoever may not make it, or names what is somebody else's, is refused. A route that does not say who
 * may call it keeps the server from starting. Stands before every route.
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

/** Whether somebody asks with the token of a session that is over: what is theirs is not missing, they log in first. */
function isLoggedOut(request: Request): boolean {
  return request.person === null && request.headers.authorization !== undefined;
}

/** Staff work with other people's data and money: nobody does by a password alone. */
function askFactor({ factor = "missing" }: Person, { fresh }: { readonly fresh: boolean }): void {
  if (factor === "missing") throw new AppError("factor-missing");
  if (factor === "unproved" || (fresh && factor === "proved")) throw new AppError("factor-needed");
}

/** Whose instances and uploads these are; `null` for a stranger without a cookie. */
function whose(request: Request): Subject | null {
  if (request.person !== null) return `person:${request.person.id}`;
  return request.visitor === null ? null : `visitor:${request.visitor}`;
}

/** Who is served in turn where many wait: the person, or the address that a stranger calls from. */
export function clientOf(request: Request): string {
  return request.person === null ? `address:${networkOf(request.ip)}` : `person:${request.person.id}`;
}

/** The request's `Idempotency-Key`: 8 to 128 letters, digits, `-` or `_`, chosen by the caller for one action. */
export function idempotencyKey(request: Request): string {
  const key = request.headers["idempotency-key"];
  if (key === undefined) throw new AppError("idempotency-key-missing");
  if (typeof key !== "string" || !/^[\w-]{8,128}$/.test(key)) throw new AppError("idempotency-key-invalid");
  return key;
}
