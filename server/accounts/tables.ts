import type { ColumnType, Generated } from "kysely";
import type { Brand } from "../../domain/brands.ts";
import type { Channel } from "../../domain/channels.ts";
import type { StaffRole } from "../../domain/staff-roles.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";

type Instant = ColumnType<Date, Date, Date>;

/** A person who can log in: staff if `role` is set, otherwise an investor. */
export type PeopleTable = {
  readonly id: string;
  readonly email: string;
  readonly email_key: string;
  readonly role: StaffRole | null;
  readonly customer_type: "INDIVIDUAL" | "JURISTIC";
  readonly company_name: Buffer | null;
  readonly sale_code: string | null;
  readonly language: Language;
  readonly email_confirmed_at: Instant | null;
  readonly locked_at: Instant | null;
  readonly true_money_id: string | null;
  readonly wallet_address: string | null;
  readonly demo: Generated<boolean>;
  readonly vendor_blocked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  readonly signed_up_in: ColumnType<string | null, string | null | undefined, string | null>;
  readonly test_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
  readonly erased_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  readonly created_at: Instant;
};

type TokenTable = {
  readonly token_hash: Buffer;
  readonly person_id: string;
  readonly created_at: Instant;
  readonly expires_at: Instant;
  readonly used_at: Instant | null;
};

/** The purpose of a link in a letter. */
export type LinkPurpose = "reset-password" | "account-recovery" | "restore-phone";

declare module "../db/database.ts" {
  interface Database {
    people: PeopleTable;
    credentials: {
      readonly person_id: string;
      readonly password_hash: string | null;
      readonly password_changed_at: Instant;
      readonly pin_hash: string | null;
      readonly pin_mac: string | null;
      readonly pin_key: number | null;
      readonly pin_set_at: Instant | null;
      readonly pin_tries: Generated<number>;
    };
    sessions: {
      readonly id: string;
      readonly person_id: string;
      readonly secret_hash: Buffer;
      readonly started_at: Instant;
      readonly seen_at: Instant;
      readonly idle_until: Instant;
      readonly ends_at: Instant;
      readonly ended_at: Instant | null;
      readonly ended_by: string | null;
      readonly browser: string | null;
      readonly network: string | null;
      readonly entered_with: Generated<"password" | "google" | "apple" | "wallet" | "passkey">;
      readonly factor_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    };
    email_confirmations: TokenTable;
    password_resets: TokenTable & {
      readonly purpose: Generated<LinkPurpose>;
      /** The former e-mail address that the link restores. */
      readonly restores_email: ColumnType<Buffer | null, Buffer | undefined, never>;
      readonly restores_key: ColumnType<Buffer | null, Buffer | undefined, never>;
      /** The former phone number that the link restores, and the time at which it was proved. */
      readonly restores_phone: ColumnType<Buffer | null, Buffer | undefined, never>;
      readonly restores_proved_at: ColumnType<Date | null, Date | null | undefined, never>;
    };
    proved_phones: {
      readonly person_id: string;
      readonly sealed: Buffer;
      readonly last_digits: string;
      readonly proved_at: Instant;
      readonly money_from: ColumnType<Date | null, Date | null, Date | null>;
    };
    contact_changes: {
      readonly id: string;
      readonly person_id: string;
      readonly kind: "email" | "phone" | "access";
      readonly at: Instant;
      readonly open_until: Instant;
      readonly link: Buffer | null;
      readonly undone_at: ColumnType<Date | null, undefined, Date>;
    };
    wallet_proofs: {
      readonly person_id: string;
      readonly address: string;
      readonly proved_at: Instant;
    };
    wallet_savings: {
      readonly person_id: string;
      readonly saved_at: Instant;
      readonly verified_from: Instant;
    };
    one_time_passwords: {
      readonly owner: string;
      readonly channel: Channel;
      readonly action: string;
      readonly reference: string;
      readonly code_hash: Buffer;
      readonly sent_at: Instant;
      readonly resend_at: Instant;
      readonly expires_at: Instant;
      readonly tries: Generated<number>;
      readonly used_at: Instant | null;
    };
    one_time_password_days: { readonly owner: string; readonly day: string; readonly sent: number };
    account_locks: {
      readonly id: string;
      readonly person_id: string;
      readonly locked_at: Instant;
      readonly locked_by: string;
      readonly reason: Buffer;
      readonly unlocked_at: ColumnType<Date | null, undefined, Date>;
      readonly unlocked_by: ColumnType<string | null, undefined, string>;
      readonly unlock_reason: ColumnType<Buffer | null, undefined, Buffer>;
    };
    role_proposals: {
      readonly id: string;
      readonly person_id: string;
      readonly role_before: StaffRole | null;
      readonly role: StaffRole;
      readonly reason: Buffer;
      readonly proposed_by: string;
      readonly proposed_at: Instant;
      readonly state: Generated<"waiting" | "approved" | "rejected" | "withdrawn">;
      readonly decided_by: ColumnType<string | null, undefined, string>;
      readonly decided_at: ColumnType<Date | null, undefined, Date>;
    };
    role_changes: {
      readonly seq: Generated<number>;
      readonly person_id: string;
      readonly from_role: StaffRole | null;
      readonly to_role: StaffRole | null;
      readonly at: Instant;
      readonly changed_by: string | null;
      readonly approved_by: string | null;
      readonly why: "proposal" | "ended" | "first-admin" | "before";
      readonly reason: Buffer | null;
    };
    test_marks: {
      readonly seq: Generated<number>;
      readonly person_id: string;
      readonly marked: boolean;
      readonly reason: Buffer;
      readonly at: Instant;
      readonly by_person: string;
      readonly proposed_by: ColumnType<string | null, string | null, never>;
    };
    test_proposals: {
      readonly person_id: string;
      readonly reason: Buffer;
      readonly at: Instant;
      readonly by_person: string;
    };
    handed_on: {
      readonly person_id: string;
      readonly kind: string;
      readonly object_id: string;
      readonly to_person: string;
      readonly handed_at: Instant;
    };
    login_attempts: {
      readonly key: Buffer;
      readonly failures: number;
      readonly last_at: Instant;
      readonly blocked_until: Instant | null;
    };
    login_codes: {
      readonly account: Buffer;
      readonly code_hash: Buffer;
      readonly sent_at: Instant;
      readonly expires_at: Instant;
      readonly tries: Generated<number>;
    };
    login_devices: {
      readonly device_hash: Buffer;
      readonly person_id: string;
      readonly seen_at: Instant;
    };
    authenticators: {
      readonly person_id: string;
      readonly sealed: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
      readonly confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
      readonly demo: Generated<boolean>;
      readonly last_step: ColumnType<string, number | undefined, number>;
      readonly tries: Generated<number>;
      readonly tried_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
      readonly pending_sealed: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
      readonly pending_session: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
      readonly pending_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
      readonly codes_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
    };
    recovery_codes: {
      readonly person_id: string;
      readonly code_hash: Buffer;
      readonly made_at: Instant;
      readonly used_at: Instant | null;
    };
    passkeys: {
      readonly id: string;
      readonly person_id: string;
      readonly rp_id: string;
      readonly credential_id: Buffer;
      readonly public_key: Buffer;
      readonly uses: ColumnType<string, number, number>;
      readonly transports: ColumnType<string[], string[], never>;
      readonly backup_eligible: boolean;
      readonly backed_up: boolean;
      readonly name: Buffer;
      readonly made_at: Instant;
      readonly used_at: Instant | null;
    };
    repeated_calls: {
      readonly person_id: string;
      readonly key: string;
      readonly call: string;
      readonly body_mark: Buffer;
      readonly at: Instant;
      readonly refused: string | null;
      readonly sealed_answer: Buffer | null;
    };
    passkey_challenges: {
      readonly purpose: "make" | "log-in";
      readonly owner_hash: Buffer;
      readonly challenge: string;
      readonly expires_at: Instant;
    };
    consents: {
      readonly id: string;
      readonly person_id: string;
      readonly purpose: string;
      readonly version: string;
      readonly text_hash: string;
      readonly language: Language;
      readonly decision: "given" | "refused";
      readonly at: Instant;
      readonly channel: string;
      readonly withdrawn_at: Instant | null;
    };
    social_links: {
      readonly provider: "google" | "apple";
      readonly subject: string;
      readonly person_id: string;
      readonly linked_at: Instant;
    };
    social_attempts: {
      readonly secret_hash: Buffer;
      readonly provider: "google" | "apple";
      readonly expires_at: Instant;
      readonly proof_hash: Buffer | null;
      readonly subject: string | null;
      readonly email: Buffer | null;
      readonly used_at: Instant | null;
    };
    brand_customers: {
      readonly person_id: string;
      readonly brand: Brand;
      readonly since: Instant;
      readonly came_by: string;
    };
    sale_codes: {
      readonly code: string;
      readonly active: Generated<boolean>;
      readonly owner: Generated<Buffer | null>;
      readonly valid_from: ColumnType<string | null, string | null | undefined, string | null>;
      readonly valid_until: ColumnType<string | null, string | null | undefined, string | null>;
      readonly changed_at: ColumnType<Date | null, Date | undefined, Date>;
      readonly changed_by: ColumnType<string | null, string | undefined, string>;
    };
    person_keys: {
      readonly person_id: string;
      readonly wrapped_key: Buffer | null;
      readonly created_at: Instant;
      readonly erased_at: Instant | null;
    };
    app_settings: { readonly name: string; readonly value: ColumnType<JsonObject, string, string> };
  }
}
