import { fail, ok, type Result } from "./result.ts";

/** A UUID of one kind of object. The kind prevents passing an order's id where a person's id is expected. */
export type Id<Kind extends string> = string & { readonly brand: `Id:${Kind}` };

export type IdFailure = { readonly code: "not-an-id"; readonly kind: string; readonly text: string };

/** Parses a text as an id of one kind. Ids can be created only with this function. */
export function parseId<Kind extends string>(kind: Kind, text: string): Result<Id<Kind>, IdFailure> {
  if (isUuid(text)) return ok(text.toLowerCase() as Id<Kind>);
  return fail({ code: "not-an-id", kind, text: text.slice(0, 40) });
}

/** Returns true if a text is a UUID of any version. */
export function isUuid(text: string): boolean {
  return text.length === 36 && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}
