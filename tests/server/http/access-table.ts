import type { RouteOptions } from "fastify";
import type { StaffRole } from "../../../domain/staff-roles.ts";
import type { App, Factor, Subject } from "../../../server/http/index.ts";

/** Caller of a route: the browser's headers, and what the server knows about the caller. */
export type Who = {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Subject of the caller; `null` without a session and a visitor's cookie. */
  readonly subject: Subject | null;
  readonly loggedIn: boolean;
  readonly role: StaffRole | null;
  /** State of the caller's second factor. */
  readonly factor: Factor;
};

/** Owner of the objects that calls name, and the objects' ids by route. */
export type Objects = {
  readonly owner: Subject;
  readonly ids: { readonly [url: string]: { readonly [param: string]: string } };
};

/** Returns the guard's expected answer: an error code, or "let through". */
export function expectedOf(route: RouteOptions, who: Who, objects: Objects): string {
  const { access, owner } = route.config ?? {};
  if (access === undefined) return "no declaration";
  if (access.kind === "signed") return "signature";
  if (access.kind === "staff") {
    if (!who.loggedIn) return "log-in-first";
    if (who.role === null || !access.roles.includes(who.role)) return "not-allowed";
    if (who.factor === "missing") return "factor-missing";
    if (who.factor === "unproved" || (access.fresh && who.factor === "proved")) return "factor-needed";
  }
  if (access.kind === "person" && !who.loggedIn) return "log-in-first";
  if (access.kind === "visitor" && who.subject === null && !access.begins) return "log-in-first";
  if (owner === undefined || who.subject === objects.owner) return "let through";
  const also = owner.kind === "found" && who.role !== null && owner.also.includes(who.role);
  if (!also) return owner.refusal;
  if (who.factor === "missing") return "factor-missing";
  return who.factor === "unproved" ? "factor-needed" : "let through";
}

/** Calls a route as a caller. Returns how the answer differs from the route's declaration, or `null`. */
export async function faultOf(
  app: App,
  route: RouteOptions,
  who: Who,
  objects: Objects,
): Promise<string | null> {
  const answer = await callAs(app, route, who, objects);
  const expected = expectedOf(route, who, objects);
  const isRefusal = answer.statusCode >= 400 && answer.headers["content-type"]?.toString().includes("json");
  const code = isRefusal ? String(answer.json().code) : "let through";
  const own = route.config?.owner?.refusal;
  const guards = new Set([
    "log-in-first",
    "not-allowed",
    "factor-needed",
    "factor-missing",
    "account-locked",
    "signature",
    own,
  ]);
  const got = guards.has(code) ? code : "let through";
  const told = `${methodOf(route)} ${route.url} as ${who.name}`;
  if (got !== expected) return `${told}: expected ${expected}, got ${got} (${answer.statusCode} ${code})`;
  // A checked object must really exist, or a refusal to other callers proves nothing.
  const isRead = own !== undefined && expected === "let through" && methodOf(route) === "GET";
  if (isRead && answer.statusCode !== 200) return `${told}: ${answer.statusCode} ${answer.body}`;
  return answer.statusCode === 500 ? `${told}: ${answer.body}` : null;
}

/** Calls a route as a caller, with the smallest input that its schema accepts. */
export async function callAs(app: App, route: RouteOptions, who: Who, objects: Objects) {
  return await app.inject({
    method: methodOf(route),
    url: addressOf(route, objects),
    headers: { "idempotency-key": `table-${Math.random().toString(36).slice(2)}`, ...who.headers },
    ...bodyOf(route),
  });
}

/** Returns the method with which a route is called; a route with several methods is called with GET. */
function methodOf({ method }: Pick<RouteOptions, "method">): "GET" | "POST" {
  return method === "POST" ? "POST" : "GET";
}

function addressOf({ url, schema, config }: RouteOptions, { ids }: Objects): string {
  if (config?.owner !== undefined && ids[url] === undefined)
    throw new Error(`access-table: whose object does ${url} name? Say an id of it`);
  const params = { ...(sampleOf(schema?.params) as object), ...ids[url] } as { [name: string]: string };
  const path = url.replaceAll(/:(\w+)/g, (_whole, name) => encodeURIComponent(params[name] ?? "x"));
  const query = Object.entries((sampleOf(schema?.querystring) ?? {}) as { [name: string]: string });
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
}

function bodyOf({ method, schema }: RouteOptions): { readonly payload?: object } {
  if (methodOf({ method }) !== "POST" || schema?.body === undefined) return {};
  return { payload: (sampleOf(schema.body) ?? {}) as object };
}

type Schema = { readonly [keyword: string]: unknown };

const SAMPLES: { readonly [name: string]: unknown } = {
  flow: "contact-back",
  lng: "th",
  code: "M-BTCA",
  action: "recover",
  email: "nobody@saphan.example",
  find: "nobody@saphan.example",
  evidence: "0".repeat(64),
};

/** Returns a minimal value for a schema: only the required members, as short as possible. */
function sampleOf(given: unknown, name = ""): unknown {
  const schema = (given ?? {}) as Schema;
  if (name in SAMPLES && schema.type !== "object") return SAMPLES[name];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.format === "date") return "2026-03-02";
  if (schema.format === "date-time") return "2026-03-02T03:00:00Z";
  if (schema.format === "uuid") return "00000000-0000-4000-8000-000000000000";
  const type = [schema.type].flat()[0];
  if (type === "string") return "x".repeat(Math.max(1, Number(schema.minLength ?? 1)));
  if (type === "boolean") return false;
  if (type === "integer" || type === "number") return schema.minimum ?? 0;
  if (type === "array") return schema.minItems === undefined ? [] : [sampleOf(schema.items)];
  if (type !== "object") return undefined;
  const required = (schema.required ?? []) as readonly string[];
  const members = (schema.properties ?? {}) as { readonly [name: string]: Schema };
  const sample = Object.fromEntries(required.map((one) => [one, sampleOf(members[one], one)]));
  return schema.minProperties === undefined || required.length > 0 ? withOne(schema, sample) : { x: "x" };
}

function withOne({ minProperties, properties }: Schema, sample: { readonly [name: string]: unknown }) {
  return minProperties !== undefined && properties === undefined ? { ...sample, x: {} } : sample;
}
