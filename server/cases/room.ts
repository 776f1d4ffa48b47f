import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { Language, Words } from "../../engine/values/languages.ts";
import type { Vault } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Files } from "../files/index.ts";
import type { DrawnWords, FlowEvent, PreparedLetter, Records } from "../flows/index.ts";
import type { Reply } from "../http/index.ts";
import type { Messages } from "../messages/index.ts";
import type { Desk } from "./tables.ts";

/** The dependencies of the cases module. */
export type CasesDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "origin">;
  readonly vault: Pick<Vault, "lockKey" | "unlockKey" | "openWords" | "keyedHash">;
  readonly messages: Pick<Messages, "send">;
  readonly files: Pick<Files, "attach" | "keep" | "forget">;
  /** Access to the records of answers that a flow collected beyond the inputs of a case. */
  readonly records: Pick<Records, "of" | "hasFile" | "destroy">;
  /** Sends a stored file as a download. Error: `file-infected`. */
  readonly download: (reply: Reply, file: string) => Promise<Reply>;
  /** Key of the hashes that replace addresses in the daily counts. */
  readonly key: Buffer;
  /**
   * Returns the date that is `count` business days after a date; `null` if the holidays of that year are not
   * loaded.
   */
  readonly businessDayAfter: (tx: Tx, from: string, count: number) => Promise<string | null>;
  /**
   * Returns the address of the JavaScript module for a version of a flow. The module has the labels of the
   * flow's values. Returns `null` if the version is no longer stored.
   */
  readonly moduleOf: (version: string) => Promise<string | null>;
  /**
   * Returns answers in the form in which documents show them, with the labels of a flow's version. If the
   * version is no longer stored, uses the plain values.
   */
  readonly draw: (
    version: string,
    answers: readonly { readonly place: string; readonly value: Json }[],
  ) => Promise<readonly DrawnWords[]>;
  /** Returns a text of the portal in a language. */
  readonly say: (key: string, language: Language, params: JsonObject) => string;
  /** Draws a PDF that consists of headings, label-value pairs and paragraphs. */
  readonly drawFile: (of: {
    readonly title: string;
    readonly language: Language;
    readonly intro: readonly string[];
    readonly sections: readonly {
      readonly heading: string;
      readonly pairs?: readonly { readonly label: string; readonly value: string }[];
      readonly paragraphs?: readonly string[];
    }[];
  }) => Promise<Buffer>;
  /**
   * Returns the letters that the flow prepared for the topic of a case, in their newest version, with
   * placeholders.
   */
  readonly letters: (of: LettersOf) => Promise<readonly PreparedLetter[]>;
  /** Returns a person's names; `null` if the person's identity is not yet known, or was erased. */
  readonly namesOf: (personId: string) => Promise<Words | null>;
  /** Delivers the decision of a case to the flows that wait for it, in the transaction of the decision. */
  readonly deliver: (tx: Tx, event: FlowEvent) => Promise<unknown>;
  /**
   * Actions that run when a case is granted, in the transaction of the answer. The key is the `follows` of
   * the case: its topic, or the name that the opening effect gives.
   */
  readonly follows: { readonly [name: string]: Follow };
};

/** The columns of a case that select its prepared letters. */
export type LettersOf = {
  readonly flow: string;
  readonly version: string;
  readonly step: string;
  readonly topic: string;
};

/** An action that runs when a case is granted. */
export type Follow = {
  /**
   * Returns the person whom a visitor's case is about; `null` if there is none. If this function is absent,
   * the action concerns the case's owner, and a visitor's case runs no action.
   */
  readonly whose?: (tx: Tx, given: JsonObject) => Promise<string | null>;
  /** The only desk that can have and decide a case with this action. If absent, any desk can. */
  readonly desk?: Desk;
  /** Notifies the person whom a visitor's case is about. This notice replaces the confirmation. */
  readonly opened?: (
    tx: Tx,
    of: {
      readonly personId: string;
      readonly case: string;
      readonly reference: string;
      readonly dueOn: string;
    },
  ) => Promise<void>;
  /** Compares the data that a visitor sent with the account that the case is about. */
  readonly compare?: (db: Db | Tx, personId: string, given: JsonObject) => Promise<Compared>;
  /**
   * Throws if the action cannot run for this person now. Called before an answer is proposed, so that no
   * colleague proposes it in vain.
   */
  readonly refuse: (tx: Tx, personId: string, given: JsonObject) => Promise<void>;
  readonly run: (tx: Tx, granted: Granted) => Promise<Followed>;
};

/** Whether each value of a request matches the account; `null` if there is nothing to compare. */
export type Compared = {
  readonly name: boolean | null;
  readonly nationalId: boolean | null;
  readonly phone: boolean | null;
  readonly locked: boolean;
};

/** A case that was just granted. */
export type Granted = {
  readonly id: string;
  readonly reference: string;
  readonly personId: string;
  /** The inputs with which the case was opened, by name. */
  readonly given: JsonObject;
  /** Identifier of the colleague who proposed the answer; equals `by` if only one colleague decides. */
  readonly proposedBy: string;
  /** Identifier of the colleague who decided last. */
  readonly by: string;
  /** Text of the answer to the customer. */
  readonly answer: string;
};

/** The result of an action. `told`: whether the action itself sent the letter about the answer. */
export type Followed = { readonly told: boolean };

export type Room = CasesDeps;

/** Returns the only desk that may have and decide a case; `undefined` if any desk may. */
export function onlyDesk(
  { follows }: Pick<Room, "follows">,
  of: { readonly follows: string | null },
): Desk | undefined {
  return of.follows === null ? undefined : follows[of.follows]?.desk;
}

/** Creates the cases module. */
export function createCases(deps: CasesDeps): Room {
  return deps;
}
