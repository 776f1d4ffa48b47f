import { sql } from "kysely";
import { compiledOnce, type Db, soon, type Tx } from "../db/index.ts";
import { reviewPlace } from "./asked-again.ts";
import { asOf, type Statuses } from "./move-status.ts";
import type { General } from "./profile.ts";
import type { Room } from "./room.ts";
import type { Entity, Status } from "./statuses.ts";
import type { ReviewState } from "./tables.ts";

/** The records of a person that rules read. A record that is absent has not begun. */
export type Papers = {
  readonly statuses: Statuses;
  readonly suitability: { readonly level: number; readonly maxRisk: number } | null;
  readonly agreeFatca: boolean;
  /** Whether the person signed a contract version that is still valid. */
  readonly contractVerified: boolean;
  readonly bank: string | null;
  readonly passDopa: boolean;
  /**
   * The reviewer's last decision with its reason, if the person must correct their data or was rejected;
   * otherwise `null`.
   */
  readonly decision: { readonly state: "asked-again" | "rejected"; readonly reason: string } | null;
  readonly birthDate: string | null;
};

type Row = {
  readonly statuses: readonly { entity: Entity; status: Status; due_on: string | null }[];
  readonly suitability: Papers["suitability"];
  readonly agree: boolean | null;
  readonly signed: boolean;
  readonly bank: string | null;
  /** Latest review. `reason` is sealed and in hex. */
  readonly review: {
    readonly id: string;
    readonly state: ReviewState;
    readonly told: string | null;
    readonly reason: string | null;
  } | null;
  readonly sealed: Buffer | null;
  readonly pass_dopa: boolean | null;
  readonly owner_key: Buffer | null;
};

const papersOf = compiledOnce((db, personId: string, counting: readonly string[]) =>
  sql<Row>`
    select
      (select coalesce(json_agg(json_build_object('entity', entity, 'status', status, 'due_on', due_on)), '[]')
         from identity_statuses where person_id = ${personId}) as statuses,
      (select json_build_object('level', level, 'maxRisk', max_risk)
         from suitability_results where person_id = ${personId} order by seq desc limit 1) as suitability,
      (select agree from fatca_declarations where person_id = ${personId} order by seq desc limit 1) as agree,
      exists (select from signed_contracts
         where person_id = ${personId} and version = any(${counting}::text[])) as signed,
      (select bank from bank_accounts
         where person_id = ${personId} and status in ('VERIFIED', 'PENDING')
         order by status = 'VERIFIED' desc, seq desc limit 1) as bank,
      (select json_build_object('id', id, 'state', state, 'told', told, 'reason', encode(reason, 'hex'))
         from identity_reviews where person_id = ${personId} and state <> 'replaced'
         order by state = 'open' desc, decided_at desc limit 1) as review,
      p.sealed, p.pass_dopa, owner_key('person:' || ${personId}::text) as owner_key
    from (select) as one left join identity_profiles p on p.person_id = ${personId}`.compile(db),
);

/** Reads all records in one statement, because every flow step needs them. */
export async function readPapers(
  room: Pick<Room, "accounts">,
  db: Db | Tx,
  { personId, today }: { readonly personId: string; readonly today: string },
): Promise<Papers> {
  const { vault, legal } = room.accounts;
  const [row] = await soon(db, papersOf(db, personId, legal().contract.counting));
  if (row === undefined) throw new Error(`readPapers: nothing came back for person ${personId}`);
  const statuses = Object.fromEntries(
    row.statuses.map(({ entity, status, due_on }) => [entity, asOf(today, status, due_on)]),
  );
  const text = row.sealed === null ? null : vault.openBy(row.owner_key, personId, row.sealed);
  return {
    statuses,
    suitability: row.suitability,
    agreeFatca: row.agree === true,
    contractVerified: row.signed,
    bank: row.bank,
    decision: statuses.kyc === "REJECTED" ? decisionOf(vault, row) : null,
    // If the person's key is erased, the card cannot be read, and it does not count as confirmed by the
    // register.
    passDopa: text !== null && row.pass_dopa === true,
    birthDate: text === null ? null : (JSON.parse(text) as General).birthDate,
  };
}

function decisionOf(vault: Room["accounts"]["vault"], { review, owner_key }: Row): Papers["decision"] {
  if (review === null) return null;
  const { id, state, told } = review;
  const sealed = review.reason === null ? null : Buffer.from(review.reason, "hex");
  const reason = told ?? vault.openWordsBy(owner_key, { place: reviewPlace(id), sealed });
  if (reason === null) return null;
  return state === "asked-again" || state === "rejected" ? { state, reason } : null;
}
