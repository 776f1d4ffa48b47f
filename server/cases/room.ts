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

/** The dependencies of the cases room. */
export type CasesDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "origin">;
  readonly vault: Pick<Vault, "lockKey" | "unlockKey" | "openWords" | "keyedHash">;
  readonly messages: Pick<Messages, "send">;
  readonly files: Pick<Files, "attach" | "keep" | "forget">;
  /** Answers that a flow collected beyond the inputs of a case. */
  readonly records: Pick<Records, "of" | "hasFile" | "destroy">;
  /** Sends a stored file as a download. Error: `file-infected`. */
  readonly download: (reply: Reply, file: string) => Promise<Reply>;
  /** Key of the hashes that replace addresses in the daily counts. */
  readonly key: Buffer;
  /** Returns the `count`-th business day after a date; `null` if that year's holidays are not loaded. */
  readonly businessDayAfter: (tx: Tx, from: string, count: number) => Promise<string | null>;
  /**
   * Returns the module address of a flow's version, which has the labels of its values; `null` if it is no longer
   * stored.
   */
  readonly moduleOf: (version: string) => Promise<string | null>;
  /** Draws answers with the labels of a flow's version, or as they are if it is no longer stored. */
  readonly draw: (
    version: string,
    answers: readonly { readonly place: string; readonly value: Json }[],
  ) => Promise<readonly DrawnWords[]>;
  /** A text of the portal in a language. */
  readonly say: (key: string, language: Language, params: JsonObject) => string;
  /** Draws a PDF of headings with pairs and paragraphs. */
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
  /** The letters that the flow prepared for the topic of a case, in its newest words; not filled in. */
  readonly letters: (of: LettersOf) => Promise<readonly PreparedLetter[]>;
  /** A person's names; `null` before the identity is known, and once erased. */
  readonly namesOf: (personId: string) => Promise<Words | null>;
  /** Delivers the decision to flows that wait for a case, in the transaction of the decision. */
  readonly deliver: (tx: Tx, event: FlowEvent) => Promise<unknown>;
  /**
   * Actions that run when a case is granted, by the name that the case was opened with: an effect's, or its topic. They
   * share the answer's transaction.
   */
  readonly follows: { readonly [name: string]: Follow };
};

/** The columns of a case by which its prepared letters are found. */
export type LettersOf = {
  readonly flow: string;
  readonly version: string;
  readonly step: string;
  readonly topic: string;
};

/** An action that a granted case brings about. */
export type Follow = {
  /**
   * Returns the person whom a visitor's case is about; `null` if there is none. Without it, it is the case's owner, and a
   * visitor's case brings nothing about.
   */
  readonly whose?: (tx: Tx, given: JsonObject) => Promise<string | null>;
  /** The only desk that has such a case and decides it; by default any. */
  readonly desk?: Desk;
  /** Tells the person whom a visitor's case is about; in place of the confirmation. */
  readonly opened?: (
    tx: Tx,
    of: {
      readonly personId: string;
      readonly case: string;
      readonly reference: string;
      readonly dueOn: string;
    },
  ) => Promise<void>;
  /** Compares what a visitor sent with the account that it is about. */
  readonly compare?: (db: Db | Tx, personId: string, given: JsonObject) => Promise<Compared>;
  /** Throws if it cannot be done for this person now, so that nobody proposes it in vain. */
  readonly refuse: (tx: Tx, personId: string, given: JsonObject) => Promise<void>;
  readonly run: (tx: Tx, granted: Granted) => Promise<Followed>;
};

/** What was sent, beside what the account has: `null` if it has nothing to compare with. */
export type Compared = {
  readonly name: boolean | null;
  readonly nationalId: boolean | null;
  readonly phone: boolean | null;
  readonly locked: boolean;
};

/** A case that was granted just now. */
export type Granted = {
  readonly id: string;
  readonly reference: string;
  readonly personId: string;
  /** The inputs that opened it, by name. */
  readonly given: JsonObject;
  /** The colleague who proposed the answer; the same as `by` where one decides. */
  readonly proposedBy: string;
  /** The colleague who decided last. */
  readonly by: string;
  /** The answer to the customer. */
  readonly answer: string;
};

/** `told`: the action wrote the letter about the answer itself. */
export type Followed = { readonly told: boolean };

export type Room = CasesDeps;

/** Returns the only desk that may have and decide a case; `undefined` if any may. */
export function onlyDesk(
  { follows }: Pick<Room, "follows">,
  of: { readonly follows: string | null },
): Desk | undefined {
  return of.follows === null ? undefined : follows[of.follows]?.desk;
}

/** Opens the cases room. */
export function createCases(deps: CasesDeps): Room {
  return deps;
}
