import type { Finding, RuleFile } from "../rules/rule.ts";
import type { Json, JsonObject, JsonSchema } from "../values/json.ts";
import type { Language } from "../values/languages.ts";
import type { FlowFile } from "./flow-file.ts";
import type { OfTrade } from "./trade.ts";

/** A fact of `flows/shared/facts.json`: typed, read-only, supplied only by the server. */
export type FactDeclaration = {
  /** Argument name to its schema; omitted for a fact without arguments. */
  readonly args?: { readonly [argument: string]: JsonSchema };
  /** The schema of an object. Properties that are not `required` may be missing. */
  readonly schema: JsonSchema;
  /** True if the whole fact can be absent (an unknown strategy, a visitor's `investor`). */
  readonly mayBeAbsent: boolean;
  readonly source: string;
  readonly owner: string;
  readonly privacy: "public" | "internal" | "personal" | "sensitive";
};

/** `schemas/effects/<id>.json`: inputs, outputs and expected errors of an effect. */
export type EffectSignature = {
  readonly id: string;
  readonly mode: "local" | "remote";
  /** True if it may run again after a success, when an earlier answer was reopened. */
  readonly repeatable: boolean;
  /** `account`: only a logged-in person can reach it. */
  readonly subject?: "account";
  /** The challenge that every person must pass before it, if the law or the company requires one. */
  readonly confirmedBy?: Confirmation;
  /** Rules that every flow must have as invariants before it. */
  readonly requires?: readonly string[];
  /**
   * Inputs that are optional in the form that asks them. Every other input must be answered if it is asked.
   */
  readonly mayBeLeftOut?: readonly string[];
  /** Flows may pass inputs that `input` does not name. Secrets cannot be passed this way. */
  readonly open?: true;
  /**
   * People read the result. Answers that a review showed before the effect and that are not inputs are kept
   * with it.
   */
  readonly record?: true;
  /**
   * Inputs that the flow itself determines: a word of a closed list or a whole number, as an option, a
   * constant or the value of a rule.
   */
  readonly spelled?: readonly string[];
  /** Flows may bring prepared letters for each word that they spell. */
  readonly letters?: LetterUses;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly errors: { readonly [code: string]: EffectError };
};

/** What prepared letters may be for, such as `refused`, and the parameters that they can use as `{{name}}`. */
export type LetterUses = { readonly uses: readonly string[]; readonly fills: readonly string[] };

/** The meaning of an error code, and whether the flow may continue to the steps after a success. */
export type EffectError = {
  readonly meaning: string;
  readonly mayGoOn?: boolean;
  /** The only inputs that can cause this error. If omitted, any input can. */
  readonly about?: readonly string[];
};

/**
 * A required challenge; for one-time passwords also its action. `unless` names the rule that exempts people:
 * only if it is known to hold is the challenge skipped.
 */
export type Confirmation = {
  readonly challenge: "otp" | "pin" | "totp";
  readonly action?: string;
  /**
   * The input that contains the address of the code. If omitted, only a code sent to the verified address
   * counts.
   */
  readonly to?: string;
  readonly unless?: string;
};

/** `schemas/events/<id>.json`: an event that a wait can name. */
export type EventSignature = {
  readonly id: string;
  readonly data: JsonSchema;
  /**
   * Properties of the data that identify the waiting instance. They are compared with the output of the
   * receipt at the start of the wait.
   */
  readonly match?: readonly string[];
  /**
   * The output that contains the end of the wait. It is in the receipt with which the wait began. The wait
   * ends at no other time.
   */
  readonly until?: string;
  /**
   * Effects that the event can follow, each with the inputs that bring it: their names and values, `null` if an input
   * may be missing.
   */
  readonly sentBy?: { readonly [effect: string]: { readonly [input: string]: readonly Json[] } };
};

/** Texts in i18next's format: namespace, then nested keys. */
export type Texts = { readonly [language in Language]: { readonly [namespace: string]: JsonObject } };

/**
 * The parsed files of a definition, by path below the definitions' root. Besides the flow's own folder
 * (`flows/<flow>/**`, `schemas/<flow>/*`): `flows/shared/**`, `schemas/{common,effects,events}/*`,
 * `flags/catalogue.json`, `locales/<th|en>/*.json`. Files of other flows are ignored.
 */
export type DefinitionSource = { readonly flow: string; readonly files: { readonly [path: string]: Json } };

/**
 * One version of a flow: immutable, self-contained plain JSON. Its hash (`server/sources`) covers its
 * canonical JSON. The trade is attached, but is not part of the hash.
 */
export type Definition = OfTrade & {
  /** The format of its flow file. It increases when the shape or meaning of this type changes. */
  readonly format: 1 | 2;
  /** The flow file, with defaults for optional lists. */
  readonly flow: FlowFile;
  /**
   * Step to the schema of its form. References are resolved (a former reference to `common/<name>` has
   * `"common": "<name>"`), conditional fields are moved under their `then`, and `$id` is `<flow>/<step>`.
   */
  readonly schemas: { readonly [step: string]: JsonSchema };
  /** Step to its fields in file order, including conditional ones. */
  readonly fieldOrder: { readonly [step: string]: readonly string[] };
  readonly rules: { readonly [rule: string]: RuleFile };
  readonly facts: { readonly [fact: string]: FactDeclaration };
  readonly effects: { readonly [effect: string]: EffectSignature };
  readonly events: { readonly [event: string]: EventSignature };
  readonly texts: Texts;
};

/** The findings of loading. A definition with an error cannot be compiled. */
export type Findings = readonly Finding[];
