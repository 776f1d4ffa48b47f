import type { Tx } from "../db/index.ts";
import { sealText } from "./sealed.ts";
import type { Desk, EntryKind } from "./tables.ts";
import "./tables.ts";

/** A new timeline entry of a case. */
export type NewEntry = {
  readonly kind: EntryKind;
  /** Identifier of the colleague who wrote the entry; `null` for the customer or the portal. */
  readonly by: string | null;
  readonly at: Date;
  readonly text?: string;
  /** Whether the customer can read the entry. */
  readonly shown: boolean;
  /** Desk and colleague to which the case was handed on. `colleague` is `null` for the whole desk. */
  readonly to?: { readonly desk: Desk; readonly colleague: string | null };
};

/** Writes a timeline entry of a case; returns its number. */
export async function writeEntry(
  tx: Tx,
  of: { readonly id: string; readonly key: Buffer },
  { kind, by, at, text, shown, to }: NewEntry,
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
      to_desk: to?.desk ?? null,
      to_person: to?.colleague ?? null,
    })
    .returning("seq")
    .executeTakeFirstOrThrow();
  return seq;
}
