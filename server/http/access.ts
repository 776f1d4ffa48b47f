import type { Person, Request, Role } from "./app.ts";
import { AppError } from "./errors.ts";
import { networkOf } from "./network-of.ts";

/** The person behind the request. Refuses a stranger with `log-in-first`. */
export function requirePerson(request: Request): Person {
  if (request.person === null) throw new AppError("log-in-first");
  return request.person;
}

/** A member of staff with one of the roles. Refuses others with `not-allowed`. */
export function requireRole(request: Request, ...roles: readonly Role[]): Person & { readonly role: Role } {
  request.forStaff = true;
  const person = requirePerson(request);
  if (person.role === null || !roles.includes(person.role)) throw new AppError("not-allowed");
  return { ...person, role: person.role };
}

/** Whose instances and uploads these are: `person:<uuid>` or `visitor:<hash>`. */
export function subjectOf(request: Request): string {
  if (request.person !== null) return `person:${request.person.id}`;
  if (request.visitor !== null) return `visitor:${request.visitor}`;
  throw new AppError("log-in-first");
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
