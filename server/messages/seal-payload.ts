import type { JsonObject } from "../../engine/values/json.ts";
import { seal, unseal } from "../seal.ts";

/** What a message needs and nobody else may read. */
export type Payload = {
  readonly to: string;
  readonly data: JsonObject;
  /** For the mailbox page only. */
  readonly mock?: boolean;
};

/** Seals a payload for its row; moved to another row it does not open. */
export function sealPayload(key: Buffer, row: string, payload: Payload): Buffer {
  return seal(key, JSON.stringify(payload), row);
}

/** Opens a sealed payload. Throws when the key is another one or the bytes were changed. */
export function openPayload(key: Buffer, row: string, sealed: Buffer): Payload {
  return JSON.parse(unseal(key, sealed, row).toString("utf8"));
}
