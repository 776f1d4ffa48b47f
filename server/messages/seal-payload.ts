import type { JsonObject } from "../../engine/values/json.ts";
import { seal, unseal } from "../seal.ts";

/** The part of a message that is sealed. */
export type Payload = {
  readonly to: string;
  readonly data: JsonObject;
  /** Whether the message is only shown on the mailbox page. */
  readonly mock?: boolean;
};

/** Seals a payload for its row. It cannot be opened in another row. */
export function sealPayload(key: Buffer, row: string, payload: Payload): Buffer {
  return seal(key, JSON.stringify(payload), row);
}

/** Opens a sealed payload. Throws if the key differs or the bytes were changed. */
export function openPayload(key: Buffer, row: string, sealed: Buffer): Payload {
  return JSON.parse(unseal(key, sealed, row).toString("utf8"));
}
