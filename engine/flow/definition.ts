import type { Finding, RuleFile } from "../rules/rule.ts";
import type { Json, JsonObject, JsonSchema } from "../values/json.ts";
import type { FlowFile } from "./flow-file.ts";
import type { OfTrade } from "./trade.ts";

/** The languages that every text must exist in. */
export const LANGUAGES = ["th", "en"] as const;

/** One of the two languages. */
export type Language = (typeof LANGUAGES)[number];

/** One fact of `flows/shared/facts.json`: typed, read-only, supplied by the server only. */
export type FactDeclaration = {
  /** Argument name to its schema; a fact without arguments leaves it out. */
  readonly args?: { readonly [argument: string]: JsonSchema };
  /** An object; a property outside its `required` may be missing. */
  readonly schema: JsonSchema;
  /** Whether there may be nothing to say at all (an unknown strategy, a visitor's `investor`). */
  readonly mayBeAbsent: boolean;
  readonly source: string;
  readonly owner: string;
  readonly privacy: "public" | "internal" | "personal" | "sensitive";
};

/** `schemas/effects/<id>.json`: what an effect takes, gives and may fail with. */
export type EffectSignature = {
  readonly id: string;
  readonly mode: "local" | "remote";
  /** Whether it may run again after it succeeded, when an earlier answer was reopened. */
  readonly repeatable: boolean;
  /** `account`: only somebody who is logged in comes to it. */
  readonly subject?: "account";
  /** The challenge that everybody who comes to it has passed, where the law or the house wants one. */
  readonly confirmedBy?: Confirmation;
  /** Rules that every flow must keep as invariants before it. */
  readonly requires?: readonly string[];
  /** Inputs that somebody who is asked for them may leave out; of all others whoever is asked answers. */
  readonly mayBeLeftOut?: readonly string[];
  /** Flows may hand on more than `input` names, each under a name of its own; what they may not is a secret. */
  readonly open?: true;
  /** Inputs that the flow spells: a word of a closed list or a whole number, chosen, constant or made by a rule. */
  readonly spelled?: readonly string[];
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly errors: { readonly [code: string]: EffectError };
};

/** What a code means; and whether the flow may go on all the same, to what comes after a success. */
export type EffectError = {
  readonly meaning: string;
  readonly mayGoOn?: boolean;
  /** The inputs that alone can bring it; without it any of them may. */
  readonly about?: readonly string[];
};

/**
 * A kind of challenge, for one-time passwords also what for, and the rule of whom it is not asked: only those of whom it is
 * known to hold are let off.
 */
export type Confirmation = {
  readonly challenge: "otp" | "pin" | "totp";
  readonly action?: string;
  /** The input that the code was sent to. Without it a code counts only that went to the address which is proved already. */
  readonly to?: string;
  readonly unless?: string;
};

/** `schemas/events/<id>.json`: an event that a wait may name. */
export type EventSignature = {
  readonly id: string;
  readonly data: JsonSchema;
  /** Properties of the data that say whose wait it ends: they are compared with the output of the receipt that began it. */
  readonly match?: readonly string[];
  /** The output of the receipt that began a wait which says until when the event may come: the wait ends at no other time. */
  readonly until?: string;
};

/** Texts as i18next takes them: namespace, then nested keys. */
export type Texts = { readonly [language in Language]: { readonly [namespace: string]: JsonObject } };

/**
 * The files that a definition is made of, by their path below the definitions' root, parsed. Besides the flow's own
 * folder (`flows/<flow>/**`, `schemas/<flow>/*`): `flows/shared/**`, `schemas/{common,effects,events}/*`,
 * `flags/catalogue.json`, `locales/<th|en>/*.json`. Files that belong to other flows may be there too and are not read.
 */
export type DefinitionSource = { readonly flow: string; readonly files: { readonly [path: string]: Json } };

/**
 * One version of a flow: immutable plain JSON with everything it needs. Its hash (`server/sources`) is taken over
 * its canonical JSON. The trade that it speaks of goes with it, and is no part of that.
 */
export type Definition = OfTrade & {
  /** The format of its flow file. Grows when the shape or the meaning of this type changes. */
  readonly format: 1 | 2;
  /** The flow file, with its optional lists filled in. */
  readonly flow: FlowFile;
  /**
   * Step to the schema of its form: references resolved (each place where `common/<name>` stood carries
   * `"common": "<name>"`), fields that hang on a condition moved under its `then`, `$id` `<flow>/<step>`.
   */
  readonly schemas: { readonly [step: string]: JsonSchema };
  /** Step to its fields in the order of the file, conditional ones included. */
  readonly fieldOrder: { readonly [step: string]: readonly string[] };
  readonly rules: { readonly [rule: string]: RuleFile };
  readonly facts: { readonly [fact: string]: FactDeclaration };
  readonly effects: { readonly [effect: string]: EffectSignature };
  readonly events: { readonly [event: string]: EventSignature };
  readonly texts: Texts;
};

/** What loading found wrong; a definition with an error cannot be compiled. */
export type Findings = readonly Finding[];
