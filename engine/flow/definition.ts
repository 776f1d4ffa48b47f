import type { Finding, RuleFile } from "../rules/rule.ts";
import type { Json, JsonObject, JsonSchema } from "../values/json.ts";
import type { Language } from "../values/languages.ts";
import type { FlowFile } from "./flow-file.ts";
import type { OfTrade } from "./trade.ts";

/** A fact of `flows/shared/facts.json`: typed and read-only. Only the server supplies its value. */
export type FactDeclaration = {
  /** Schema of each argument, by name. Omitted for a fact without arguments. */
  readonly args?: { readonly [argument: string]: JsonSchema };
  /** Schema of the fact's value, which is an object. Properties that are not `required` may be missing. */
  readonly schema: JsonSchema;
  /** Whether the whole fact can be absent, such as an unknown strategy or the `investor` of a visitor. */
  readonly mayBeAbsent: boolean;
  readonly source: string;
  readonly owner: string;
  readonly privacy: "public" | "internal" | "personal" | "sensitive";
};

/** The content of `schemas/effects/<id>.json`: inputs, outputs and expected errors of an effect. */
export type EffectSignature = {
  readonly id: string;
  readonly mode: "local" | "remote";
  /**
   * Whether the effect may run again after it has succeeded. This happens if the person has answered an
   * earlier step again.
   */
  readonly repeatable: boolean;
  /** Who can reach the effect. `account`: only a logged-in person. */
  readonly subject?: "account";
  /**
   * Challenge that every person must pass before the effect, if the law or the company requires a challenge.
   */
  readonly confirmedBy?: Confirmation;
  /** Rules that every flow with this effect must have as invariants before it. */
  readonly requires?: readonly string[];
  /**
   * Inputs whose questions may be optional. The question of every other input must be required wherever a
   * form asks it.
   */
  readonly mayBeLeftOut?: readonly string[];
  /** Whether flows may pass inputs that `input` does not name. Secrets cannot be passed this way. */
  readonly open?: true;
  /**
   * Whether people read the record of the effect. If so, the record also contains answers that an earlier
   * review showed and that are not inputs.
   */
  readonly record?: true;
  /**
   * Inputs whose values the flow itself determines, not the person. Each value is a whole number or a word of
   * a closed list. It comes from an option, a constant or a rule.
   */
  readonly spelled?: readonly string[];
  /** Prepared letters that flows may contain for each value of the inputs in `spelled`. */
  readonly letters?: LetterUses;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly errors: { readonly [code: string]: EffectError };
};

/**
 * The purposes of prepared letters, such as `refused`, and the parameters that the letters can use as
 * `{{name}}`.
 */
export type LetterUses = { readonly uses: readonly string[]; readonly fills: readonly string[] };

/**
 * An expected error of an effect: its meaning, and whether the flow may continue to the steps that follow a
 * success.
 */
export type EffectError = {
  readonly meaning: string;
  readonly mayGoOn?: boolean;
  /** Inputs that can cause this error. If omitted, any input can. */
  readonly about?: readonly string[];
};

/**
 * A required challenge and, for one-time passwords, its action. `unless` names the rule that exempts people.
 * The challenge is skipped only if the rule is known to hold.
 */
export type Confirmation = {
  readonly challenge: "otp" | "pin" | "totp";
  readonly action?: string;
  /**
   * Input that contains the address to which the code is sent. If omitted, only a code sent to the verified
   * address counts.
   */
  readonly to?: string;
  readonly unless?: string;
};

/** The content of `schemas/events/<id>.json`: an event that a wait can name. */
export type EventSignature = {
  readonly id: string;
  readonly data: JsonSchema;
  /**
   * Properties of the event's data that select the waiting instance. Their values must equal the outputs in
   * the receipt that started the wait.
   */
  readonly match?: readonly string[];
  /**
   * Name of the output that is the deadline of the wait. The receipt that started the wait contains this
   * output. A wait for the event may have no other deadline.
   */
  readonly until?: string;
  /**
   * Effects after which the event can come. For each effect, lists the input values with which the event
   * comes. `null` stands for a missing input.
   */
  readonly sentBy?: { readonly [effect: string]: { readonly [input: string]: readonly Json[] } };
};

/** Texts in i18next's format: namespace, then nested keys. */
export type Texts = { readonly [language in Language]: { readonly [namespace: string]: JsonObject } };

/**
 * The parsed files of a definition, by path below the definitions' root. They are the flow's own files
 * (`flows/<flow>/**`, `schemas/<flow>/*`), `flows/shared/**`, `schemas/{common,effects,events}/*`,
 * `flags/catalogue.json` and `locales/<th|en>/*.json`. Files of other flows are ignored.
 */
export type DefinitionSource = { readonly flow: string; readonly files: { readonly [path: string]: Json } };

/**
 * One version of a flow: immutable, self-contained plain JSON. Its hash (`server/sources`) covers its
 * canonical JSON. The trade (formats and derived functions) is attached, but the hash does not cover it.
 */
export type Definition = OfTrade & {
  /** Format of the flow file. The number increases when the shape or meaning of this type changes. */
  readonly format: 2;
  /** The flow file. Optional lists that the file omits have their defaults. */
  readonly flow: FlowFile;
  /**
   * Schema of each step's form. References are resolved (a former reference to `common/<name>` has `"common":
   * "<name>"`), conditional fields are moved under their `then`, and `$id` is `<flow>/<step>`.
   */
  readonly schemas: { readonly [step: string]: JsonSchema };
  /** Fields of each step in file order, including conditional fields. */
  readonly fieldOrder: { readonly [step: string]: readonly string[] };
  readonly rules: { readonly [rule: string]: RuleFile };
  readonly facts: { readonly [fact: string]: FactDeclaration };
  readonly effects: { readonly [effect: string]: EffectSignature };
  readonly events: { readonly [event: string]: EventSignature };
  readonly texts: Texts;
};

/** The findings of loading a definition. A definition with an error among its findings cannot be compiled. */
export type Findings = readonly Finding[];
