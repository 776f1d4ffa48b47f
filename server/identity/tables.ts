import type { ColumnType, Generated } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { BirthLikeness, Screened } from "./aml/match-lists.ts";
import type { Listed } from "./aml/watch-list.ts";
import type { Concern } from "./concerns.ts";
import type { Entity, Status } from "./statuses.ts";

type Instant = ColumnType<Date, Date, Date>;
type JsonColumn<Value = JsonObject> = ColumnType<Value, string, string>;

/** The vendors that check documents. */
export type VendorName = "onfido" | "verifio";

/** The kinds of vendor checks. */
export type CheckKind = "document" | "liveness";

/** The states of a review. */
export type ReviewState = "open" | "approved" | "rejected" | "asked-again" | "replaced";

/**
 * The states of a bank account: submitted with an identity (`PENDING`), requested as a replacement (`ASKED`),
 * approved (`VERIFIED`), replaced, rejected.
 */
export type AccountStatus = "PENDING" | "ASKED" | "VERIFIED" | "REPLACED" | "REJECTED";

/**
 * The states of a watch-list hit. `cleared`: the hit was confirmed, and later found to be a false match.
 * `outdated`: the list or the person's data changed, and they no longer match.
 */
export type HitState = "open" | "dismissed" | "confirmed" | "cleared" | "outdated";

/** The states of a digital ID request. `too-weak`: the assurance level was too low. */
export type NdidState = "asking" | "asked" | "accepted" | "rejected" | "too-weak" | "timed-out" | "failed";

/** A reviewer's decision about a hit: false match (`dismiss`) or correct (`confirm`). */
export type HitDecision = "dismiss" | "confirm";

/** An item that the person must answer again, by field name, with the reason. */
export type AskedItem = { readonly name: string; readonly reason: string };

declare module "../db/database.ts" {
  interface Database {
    aml_screenings: {
      readonly seq: Generated<number>;
      readonly person_id: string;
      readonly lists_hash: string;
      readonly subject_hash: Buffer;
      readonly hits: number;
      readonly at: Instant;
    };
    ndid_requests: {
      readonly id: string;
      readonly seq: Generated<number>;
      readonly person_id: string;
      readonly idempotency_key: string;
      readonly subject_hash: Buffer;
      readonly bank: string;
      readonly request: string | null;
      readonly state: NdidState;
      readonly ial: ColumnType<string | null, number | null, number | null>;
      readonly aal: ColumnType<string | null, number | null, number | null>;
      readonly asked_at: Instant;
      readonly answered_at: ColumnType<Date | null, Date | null, Date | null>;
    };
    aml_hits: {
      readonly id: string;
      readonly person_id: string;
      readonly list: string;
      readonly reference: string;
      readonly role: Screened["role"];
      readonly entry_hash: string;
      readonly subject_hash: Buffer;
      readonly entry: ColumnType<Listed, string, never>;
      readonly matched_name: string;
      readonly birth: BirthLikeness;
      readonly same_document: boolean;
      readonly score: number;
      readonly found_at: Instant;
      readonly state: HitState;
      readonly proposed: ColumnType<HitDecision | null, undefined, HitDecision>;
      readonly proposed_by: ColumnType<string | null, undefined, string>;
      readonly proposed_reason: ColumnType<Buffer | null, undefined, Buffer>;
      readonly proposed_at: ColumnType<Date | null, undefined, Date>;
      readonly decided_by: ColumnType<string | null, undefined, string>;
      readonly decided_reason: ColumnType<Buffer | null, undefined, Buffer>;
      readonly decided_at: ColumnType<Date | null, undefined, Date>;
      readonly clearing_by: ColumnType<string | null, undefined, string>;
      readonly clearing_reason: ColumnType<Buffer | null, undefined, Buffer>;
      readonly clearing_at: ColumnType<Date | null, undefined, Date>;
      readonly cleared_by: ColumnType<string | null, undefined, string>;
      readonly cleared_reason: ColumnType<Buffer | null, undefined, Buffer>;
      readonly cleared_at: ColumnType<Date | null, undefined, Date>;
    };
    identity_statuses: {
      readonly person_id: string;
      readonly entity: Entity;
      readonly status: Status;
      readonly changed_at: Instant;
      readonly due_on: string | null;
      /** Due day for which a reminder was already sent. */
      readonly reminded_for: ColumnType<string | null, string | null | undefined, string | null>;
    };
    status_machines: { readonly entity: Entity; readonly machine: "record" | "vendor" | "account" };
    status_transitions: {
      readonly machine: "record" | "vendor" | "account";
      readonly from_status: Status | "NONE";
      readonly to_status: Status;
    };
    identity_profiles: {
      readonly person_id: string;
      readonly sealed: Buffer;
      readonly national_id_hash: Buffer;
      readonly high_risk: boolean;
      readonly pass_dopa: Generated<boolean>;
      readonly strategies: string[];
      readonly deposit_methods: string[];
      readonly submitted_at: Instant;
    };
    identity_finders: {
      readonly person_id: string;
      readonly kind: "phone" | "name";
      readonly hash: Buffer;
    };
    identity_former_names: {
      readonly id: string;
      readonly seq: Generated<number>;
      readonly person_id: string;
      readonly sealed: Buffer;
      /** Reference of the case that changed the name. */
      readonly reference: string;
      readonly until: Instant;
    };
    identity_documents: {
      readonly document_hash: Buffer;
      readonly person_id: string;
      readonly claimed_at: Instant;
    };
    identity_document_refusals: {
      readonly person_id: string;
      readonly held_by: string;
      readonly at: Instant;
    };
    dopa_checks: {
      readonly id: string;
      readonly seq: Generated<number>;
      readonly person_id: string;
      readonly idempotency_key: string;
      readonly subject_hash: Buffer;
      readonly code: number;
      readonly at: Instant;
    };
    identity_checks: {
      readonly id: string;
      readonly seq: Generated<number>;
      readonly person_id: string;
      readonly kind: CheckKind;
      readonly vendor: VendorName;
      readonly idempotency_key: string;
      readonly pictures: Generated<string[]>;
      readonly vendor_applicant: string;
      readonly vendor_check: string | null;
      readonly state: "asking" | "asked" | "answered";
      readonly result: string | null;
      readonly sub_result: string | null;
      readonly concerns: ColumnType<Concern[], readonly Concern[] | undefined, readonly Concern[]>;
      /** Card data that the vendor read, sealed with the person's key. */
      readonly read_sealed: ColumnType<Buffer | null, undefined, Buffer | null>;
      readonly asked_at: Instant;
      readonly answered_at: Instant | null;
    };
    identity_events: {
      readonly event_id: string;
      readonly check_id: string | null;
      readonly received_at: Instant;
    };
    suitability_results: {
      readonly id: string;
      readonly seq: Generated<number>;
      readonly person_id: string;
      readonly sealed: Buffer;
      readonly score: number;
      readonly level: number;
      readonly max_risk: number;
      readonly definition_version: string;
      readonly at: Instant;
      readonly valid_until: string;
    };
    fatca_declarations: {
      readonly id: string;
      readonly seq: Generated<number>;
      readonly person_id: string;
      readonly sealed: Buffer;
      readonly form: "W9" | "W8BEN" | "NONE";
      readonly agree: boolean;
      readonly declared_on: string;
      readonly at: Instant;
    };
    bank_accounts: {
      readonly id: string;
      readonly seq: Generated<number>;
      readonly person_id: string;
      readonly bank: string;
      readonly sealed: Buffer;
      readonly last_digits: string;
      readonly status: AccountStatus;
      readonly at: Instant;
      readonly approved_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    };
    bank_changes: {
      readonly id: string;
      readonly person_id: string;
      readonly reference: string;
      readonly account: string;
      readonly likeness: "SAME" | "CLOSE";
      readonly state: "OPEN" | "APPROVED" | "REJECTED";
      readonly asked_at: Instant;
      readonly decided_at: ColumnType<Date | null, undefined, Date>;
      readonly decided_by: ColumnType<string | null, undefined, string>;
      readonly reason: ColumnType<Buffer | null, undefined, Buffer>;
    };
    signed_contracts: {
      readonly id: string;
      readonly person_id: string;
      readonly version: string;
      readonly text_hash: string;
      readonly language: Language;
      readonly instance_id: string | null;
      readonly at: Instant;
    };
    contract_letters: {
      readonly person_id: string;
      readonly version: string;
      readonly told_at: Instant;
    };
    identity_reviews: {
      readonly id: string;
      readonly person_id: string;
      readonly reference: string;
      readonly documents: JsonColumn<Readonly<Record<string, string>>>;
      readonly state: ReviewState;
      readonly opened_at: Instant;
      readonly decided_at: Instant | null;
      readonly decided_by: string | null;
      readonly reason: Buffer | null;
      /** Identifier of the first approver, if two are required. */
      readonly approved_first_by: ColumnType<string | null, undefined, string>;
      readonly approved_first_reason: ColumnType<Buffer | null, undefined, Buffer>;
      readonly approved_first_at: ColumnType<Date | null, undefined, Date>;
      /**
       * Text that the applicant reads instead of the reviewer's reason; `null` if the applicant reads the
       * reason.
       */
      readonly told: ColumnType<string | null, undefined, string | null>;
      /** Items to answer again: sealed JSON of `AskedItem`s. */
      readonly asked: ColumnType<Buffer | null, undefined, Buffer>;
      readonly changed: Generated<string[]>;
      readonly changes: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
      /** Hash of the flow version with which the identity was submitted; `null` in older rows. */
      readonly sent_by: ColumnType<string | null, string | null | undefined, string | null>;
      readonly record: ColumnType<string | null, string | undefined, never>;
      /** Time at which the applicant was notified that the review takes longer than promised. */
      readonly waiting_told_at: ColumnType<Date | null, undefined, Date>;
    };
  }
}
