import type { Db, Tx } from "../db/index.ts";
import type { Room } from "./room.ts";

/** The typed data of a complaint or a request to be called. */
export type Written = {
  readonly complaints: { readonly email: string; readonly phone: string; readonly detail: string };
  readonly contact_requests: { readonly name: string; readonly email: string; readonly phone: string };
};
type Table = keyof Written;

/** Seals the typed data for its author: with an account's own key, or the installation's key for a visitor. */
export async function sealWritten<Of extends Table>(
  room: Room,
  tx: Tx,
  { id, personId }: { readonly id: string; readonly personId: string | null },
  table: Of,
  written: Written[Of],
): Promise<Buffer> {
  return await room.vault.sealWords(tx, personId, `${table}/${id}`, JSON.stringify(written));
}

/** Seals a colleague's text: the answer to a complaint, or the note of a call. */
export async function sealOutcome(
  room: Room,
  tx: Tx,
  of: { readonly id: string; readonly person_id: string | null },
  text: string,
): Promise<Buffer> {
  return await room.vault.sealWords(tx, of.person_id, `outcome/${of.id}`, text);
}

/** The sealed data of a row. */
type Sealed = { readonly id: string; readonly written: Buffer; readonly outcome: Buffer | null };

/** Opens the sealed data of each row, in order; `null` if there is none or its owner was erased. */
export async function openRows<Of extends Table, Row extends Sealed>(
  room: Room,
  db: Db | Tx,
  table: Of,
  rows: readonly Row[],
): Promise<
  readonly { readonly row: Row; readonly written: Written[Of] | null; readonly outcome: string | null }[]
> {
  const texts = await room.vault.openWords(
    db,
    rows.flatMap(({ id, written, outcome }) => [
      { place: `${table}/${id}`, sealed: written },
      { place: `outcome/${id}`, sealed: outcome },
    ]),
  );
  return rows.map((row, index) => {
    const written = texts[2 * index] ?? null;
    return {
      row,
      written: written === null ? null : (JSON.parse(written) as Written[Of]),
      outcome: texts[2 * index + 1] ?? null,
    };
  });
}
