import { fail, ok, type Result } from "./result.ts";

/** A UUID that names one kind of thing; an order's id cannot be passed where a person's is meant. */
export type Id<Kind extends string> = string & { readonly brand: `Id:${Kind}` };

export type IdFailure = { readonly code: "not-an-id"; readonly kind: string; readonly text: string };

/** Reads an id of a kind; the only way to make one. */
export function parseId<Kind extends string>(kind: Kind, text: string): Result<Id<Kind>, IdFailure> {
  if (isUuid(text)) return ok(text.toLowerCase() as Id<Kind>);
  return fail({ code: "not-an-id", kind, text: text.slice(0, 40) });
}

/** Whether a text is a UUID of any version. */
export function isUuid(text: string): boolean {
  return text.length === 36 && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}
