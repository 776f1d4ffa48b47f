import type { JsonObject } from "../../engine/values/json.ts";
import { seal, unseal } from "../seal.ts";

/** The part of a message that is sealed. */
export type Payload = {
  readonly to: string;
  readonly data: JsonObject;
  /** Whether the message is only shown on the mailbox page. */
  readonly mock?: boolean;
};

/**
 * Seals the content of a message for its database row. If it is copied to another row, it cannot be opened
 * there.
 */
export function sealPayload(key: Buffer, row: string, payload: Payload): Buffer {
  return seal(key, JSON.stringify(payload), row);
}

/** Opens the sealed content of a message. Throws if the key is another one or the bytes were changed. */
export function openPayload(key: Buffer, row: string, sealed: Buffer): Payload {
  return JSON.parse(unseal(key, sealed, row).toString("utf8"));
}
