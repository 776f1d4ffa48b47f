import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { OptionalKind } from "./letters.ts";
import type { Rendered, titlesOf } from "./render.ts";
import type { Transport } from "./transport.ts";

/** What the functions of this room need to work. */
export type MessagesRoom = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env">;
  /** The key with which the content of messages is sealed. */
  readonly key: Buffer;
  /** Returns a hash of an address. Messages are found by it, because the address itself is sealed. */
  readonly recipientHash: (address: string) => Buffer;
  /** Queues the job that delivers a message. */
  readonly queue: (tx: Db | Tx, id: string) => Promise<void>;
  /** Writes a message from its template, with its values and those of the brand. */
  readonly render: (template: string, language: Language, data: JsonObject) => Rendered;
  readonly titleOf: ReturnType<typeof titlesOf>;
  readonly transport: Transport;
  /** The transport for messages that are never sent (`mock`). */
  readonly mailbox: Transport;
  /**
   * Returns the id of the person with this address, if a watch-list hit of the person was confirmed. Messages
   * of the kind `held` are not sent to such a person.
   */
  readonly listed: (db: Db | Tx, address: string) => Promise<string | null>;
  /** Returns whether the person with this address declined to get letters of this kind by e-mail. */
  readonly declines: (
    tx: Tx,
    of: { readonly address: string; readonly kind: OptionalKind },
  ) => Promise<boolean>;
};
