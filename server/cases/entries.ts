import type { Tx } from "../db/index.ts";
import { sealText } from "./sealed.ts";
import type { EntryKind } from "./tables.ts";
import "./tables.ts";

/** A new timeline entry of a case. */
export type NewEntry = {
  readonly kind: EntryKind;
  /** A colleague; `null` for the requester or the portal. */
  readonly by: string | null;
  readonly at: Date;
  readonly text?: string;
  /** True if the requester reads it. */
  readonly shown: boolean;
};

/** Writes a timeline entry of a case; returns its number. */
export async function writeEntry(
  tx: Tx,
  of: { readonly id: string; readonly key: Buffer },
  { kind, by, at, text, shown }: NewEntry,
): Promise<number> {
  const { seq } = await tx
    .insertInto("case_entries")
    .values({
      case_id: of.id,
      at,
      kind,
      by_person: by,
      shown,
      sealed: text === undefined ? null : sealText(of.key, of.id, text),
    })
    .returning("seq")
    .executeTakeFirstOrThrow();
  return seq;
}
