import { type RawBuilder, sql } from "kysely";
import { expect } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { sha256 } from "../../../server/sha256.ts";
import type { World } from "../flows/world.ts";

/** Other content for one of a version's files, as JSON without blanks. */
export type OtherContent = { readonly path: string; readonly change: (text: string) => string };

/** Adds the other content to the database, and returns the SQL that makes the version refer to it. */
export async function pointedElsewhere(
  { db, definitions }: Pick<World, "db" | "definitions">,
  id: string,
  { path, change }: OtherContent,
): Promise<RawBuilder<unknown>> {
  const text = JSON.stringify((await definitions.get(id))?.files[path]);
  const changed = change(text);
  expect(changed).not.toBe(text);
  const hash = sha256(changed);
  await db
    .insertInto("definition_files")
    .values({ hash, content: changed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return sql`hashes = jsonb_set(hashes::jsonb, array[${path}], to_jsonb(${hash}::text))::json`;
}

/** Returns the same JSON with the names of each object in reverse order. */
export function backwards(text: string): string {
  const turned = (value: Json): Json => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(turned);
    const members = Object.entries(value as JsonObject).reverse();
    return Object.fromEntries(members.map(([name, inner]) => [name, turned(inner)]));
  };
  return JSON.stringify(turned(JSON.parse(text) as Json));
}
