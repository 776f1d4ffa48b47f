import type { Logic, Path } from "../rules/rule.ts";

/**
 * The entries that select the next step. The first entry whose `when` holds is taken. The last entry has no
 * `when`.
 */
export type Next = readonly {
  /** Condition of the entry: inline JSON-logic, or the id of a rule. */
  readonly when?: Logic;
  readonly to: string;
}[];

/**
 * Where an expected error of an effect or an exhausted challenge leads.
 * - `to`: another step.
 * - `reopen`: an earlier step, whose answer the person must correct.
 * - `ask`: this step's own form again, with the message at that field.
 * - `retry`: the effect runs again automatically, at most this many times; then `to`.
 */
export type ErrorRoute =
  | { readonly to: string }
  | { readonly reopen: string; readonly field?: string }
  | { readonly ask: string }
  | { readonly retry: number; readonly to: string };

/** Hints for the renderer about one field. They never affect validation. */
export type FieldHints = {
  readonly widget?: string;
  readonly autocomplete?: string;
  readonly inputMode?: string;
  readonly quick?: readonly string[];
  readonly document?: string;
  readonly purpose?: string;
  readonly [hint: string]: unknown;
};

/**
 * The meaning of a shown value to the person. `roles.ts` defines which values fit each role, and where the
 * value is shown.
 */
export type Role =
  | "amount"
  | "deduction"
  | "total"
  | "estimate"
  | "limit"
  | "countdown"
  | "note"
  | "reference"
  | "timeline";

/**
 * One entry of `shows`: a place, a place with its role, or a heading for the following values. A place that ends in `?` is shown only if it is present.
 */
export type ShownFile =
  | Path
  | {
      readonly value: Path;
      readonly role?: Role;
      /** Data path of the percentage from which the deduction was computed. */
      readonly rate?: Path;
      /** Data paths of the price from which the estimate was computed, and of the price's date. */
      readonly price?: Path;
      readonly asOf?: Path;
      /** Data path of the value that the person gets if they finish before the countdown ends. */
      readonly gives?: Path;
    }
  | { readonly heading: string };

type StepBase = {
  /** Group to which this screen belongs. The person sees the groups as a numbered list. */
  readonly group?: string;
  /** Hints for each field of the step's form. */
  readonly ui?: { readonly [field: string]: FieldHints };
};

/** A screen with a form. The form's schema is `schemas/<flow>/<step>.json` unless `schema` names another. */
export type FormStep = StepBase & {
  readonly kind: "form";
  readonly schema?: string;
  /** Rules that must hold for this answer. */
  readonly check?: readonly string[];
  /** Values shown on the form's screen. They update while the person types. */
  readonly shows?: readonly ShownFile[];
  /** Data path of each field's initial value. The person may change the value. */
  readonly prefill?: { readonly [field: string]: Path };
  readonly next: Next;
};

/** A screen on which the person checks the shown values. The shown values are the answer of this step. */
export type ReviewStep = StepBase & {
  readonly kind: "review";
  readonly shows: readonly ShownFile[];
  readonly next: Next;
};

/**
 * A one-time password, PIN or authenticator code. With the code, the person confirms the values of the step
 * named by `binds`.
 */
export type ChallengeStep = StepBase & {
  readonly kind: "challenge";
  readonly challenge: "otp" | "pin" | "totp";
  /** Action that the one-time password is for, such as `sign-contract`. */
  readonly action?: string;
  readonly channel?: string;
  /**
   * Data path of the answer with the address for the code. If omitted, the code goes to the verified address.
   */
  readonly to?: string;
  readonly binds: string;
  /**
   * Values of the bound review that the message with the code repeats: the amount and destination that the
   * code confirms.
   */
  readonly letter?: readonly Path[];
  readonly errors: { readonly exhausted: ErrorRoute };
  readonly next: Next;
};

/**
 * A step at which the server performs an effect, at most once. With `form: true` the step first asks for
 * secrets (`writeOnly` fields, never stored).
 */
export type EffectStep = StepBase & {
  readonly kind: "effect";
  readonly effect: string;
  readonly form?: boolean;
  readonly schema?: string;
  readonly check?: readonly string[];
  readonly shows?: readonly ShownFile[];
  /**
   * Data path of each input's value. A name that ends in `?` may be missing. `form.<field>` reads the step's
   * own form.
   */
  readonly input: { readonly [name: string]: Path };
  readonly errors: { readonly [code: string]: ErrorRoute };
  readonly next: Next;
};

/**
 * A step that waits for an event of another module. The wait starts with a receipt and ends at a deadline.
 */
export type WaitStep = StepBase & {
  readonly kind: "wait";
  readonly for: string;
  /** Step whose receipt starts the wait. */
  readonly since: string;
  /** Time limit after the receipt that starts the wait, as an ISO 8601 duration. */
  readonly within?: string;
  /** Data path of the instant at which the wait ends. */
  readonly until?: Path;
  readonly shows?: readonly ShownFile[];
  readonly onTimeout: { readonly to: string };
  readonly next: Next;
};

/** A step that only chooses the next step. It is never shown. */
export type DecideStep = StepBase & { readonly kind: "decide"; readonly next: Next };

/**
 * The end of a flow. An end with the outcome `provisional` is not final: a later walk may continue past it.
 */
export type EndStep = StepBase & {
  readonly kind: "end";
  readonly outcome: "done" | "stopped" | "provisional";
  readonly reason: string;
  /** Rule whose failed clauses are listed on this screen, each with its reason and a link to correct it. */
  readonly explains?: string;
  readonly shows?: readonly ShownFile[];
  /**
   * Buttons of the screen. Each opens a flow (`flow:kyc`) or a page (`/overview`). The first button is the
   * main action.
   */
  readonly links?: readonly string[];
};

export type Step = FormStep | ReviewStep | ChallengeStep | EffectStep | WaitStep | DecideStep | EndStep;

/**
 * A derived value: a function of the closed registry, a `value` rule, a literal, or joined texts. If the
 * rule's result is unknown, the value is missing.
 */
export type DerivedFile = DerivedFunctionFile | DerivedRule | LiteralFile | JoinedFile;
export type DerivedFunctionFile = { readonly fn: string; readonly args: readonly Path[] };
export type DerivedRule = { readonly rule: string };

/**
 * A literal value: a word of a closed list, a whole number, or a text with a format, such as an amount. A
 * literal is never a sentence, because sentences belong in `locales/`.
 */
export type LiteralFile = { readonly const: string | number; readonly format?: string };

/**
 * Several texts that are joined to one text. `with` is inserted between the texts: a space or punctuation,
 * never words.
 */
export type JoinedFile = { readonly join: readonly Path[]; readonly with: string };

/**
 * A location in the portal that links to the flow.
 * - `when`: the condition for showing the link. It reads switches and facts without arguments. If omitted,
 *   everybody sees the link.
 * - `order`: 1 to 99; a lower number is higher in the list of links. The default is 50.
 * - `icon`: the picture beside the link, from a closed list (`schemas/config/flow.json`). The default is a
 *   form.
 *
 * The text of the link is `<namespace>:<flow>.entries.<place>`.
 */
export type Entry = {
  readonly place: string;
  readonly when?: Logic;
  readonly order?: number;
  readonly icon?: string;
};

/** The content of `flows/<id>/flow.json`. */
export type FlowFile = {
  readonly format: 2;
  readonly id: string;
  /** Namespace of the flow's texts. */
  readonly namespace: string;
  readonly subject: "account" | "anonymous";
  readonly inFlight: "stay" | "restart" | "follow";
  readonly flags: readonly string[];
  /** Arguments of each fact, by name. Each argument is the data path of an answer. */
  readonly facts: { readonly [fact: string]: { readonly [argument: string]: Path } };
  readonly derived: { readonly [name: string]: DerivedFile };
  readonly invariants: readonly { readonly before: string; readonly rule: string }[];
  /**
   * Names of the numbered groups of steps, in the order that the person sees. `minutes` is the approximate
   * duration of the whole flow.
   */
  readonly groups?: readonly string[];
  readonly minutes?: number;
  /** Address of the page that the flow runs on. If omitted, the address is `/flows/<id>`. */
  readonly address?: string;
  /** Locations in the portal that link to the flow. */
  readonly entries?: readonly Entry[];
  readonly start: string;
  readonly steps: { readonly [step: string]: Step };
};
