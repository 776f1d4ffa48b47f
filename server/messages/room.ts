import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { OptionalKind } from "./letters.ts";
import type { Rendered, titlesOf } from "./render.ts";
import type { Transport } from "./transport.ts";

/** The dependencies that the functions of this room share. */
export type MessagesRoom = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env">;
  /** Key that seals the payload of messages. */
  readonly key: Buffer;
  /** Returns the hash by which messages to an address are found. */
  readonly recipientHash: (address: string) => Buffer;
  /** Queues the job that delivers a message. */
  readonly queue: (tx: Db | Tx, id: string) => Promise<void>;
  /** Renders a template with its values and those of the brand. */
  readonly render: (template: string, language: Language, data: JsonObject) => Rendered;
  readonly titleOf: ReturnType<typeof titlesOf>;
  readonly transport: Transport;
  /** Transport for mock messages, used in place of the configured one. */
  readonly mailbox: Transport;
  /**
   * Returns the id of the person with this address if they have a confirmed watch-list hit. Their `held`
   * messages are not sent.
   */
  readonly listed: (db: Db | Tx, address: string) => Promise<string | null>;
  /** Returns whether the person with this address declined e-mails of a kind. */
  readonly declines: (
    tx: Tx,
    of: { readonly address: string; readonly kind: OptionalKind },
  ) => Promise<boolean>;
};
