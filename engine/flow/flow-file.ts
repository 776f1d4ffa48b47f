import type { Logic, Path } from "../rules/rule.ts";

/** The next step: the first entry whose `when` holds. The last entry has no `when`. */
export type Next = readonly {
  /** Inline JSON-logic, or the id of a rule. */
  readonly when?: Logic;
  readonly to: string;
}[];

/**
 * Where an expected error of an effect or an exhausted challenge leads.
 * `to`: another step. `reopen`: an earlier step, whose answer must be corrected.
 * `ask`: this step's own form again, with the message at that field. `retry`: the effect runs again
 * automatically, at most this many times, then `to`.
 */
export type ErrorRoute =
  | { readonly to: string }
  | { readonly reopen: string; readonly field?: string }
  | { readonly ask: string }
  | { readonly retry: number; readonly to: string };

/** Hints for the renderer. They never affect validation. */
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
 * What a shown value means to the person. `roles.ts` defines which values fit each role, and where it is
 * shown.
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
 * One entry of `shows`: a place; from format 2 on, also a place with its role, or a heading for the following
 * values. A place that ends in `?` is shown only if it is present.
 */
export type ShownFile =
  | Path
  | {
      readonly value: Path;
      readonly role?: Role;
      /** The rate of a deduction. */
      readonly rate?: Path;
      /** The basis of an estimate: a price and its date. */
      readonly price?: Path;
      readonly asOf?: Path;
      /** What the person gets before the countdown ends. */
      readonly gives?: Path;
    }
  | { readonly heading: string };

type StepBase = {
  /** The numbered step of this screen, as the person sees it. */
  readonly group?: string;
  /** Hints per field of the step's form. */
  readonly ui?: { readonly [field: string]: FieldHints };
};

/** A screen with a form. Its schema is `schemas/<flow>/<step>.json` unless `schema` names another. */
export type FormStep = StepBase & {
  readonly kind: "form";
  readonly schema?: string;
  /** Rules that must hold with this answer. */
  readonly check?: readonly string[];
  /** Values shown beside the form; they update while the person types. */
  readonly shows?: readonly ShownFile[];
  /** Field to the place of its initial value, which the person may change. */
  readonly prefill?: { readonly [field: string]: Path };
  readonly next: Next;
};

/** The person checks the shown values; the answer of this step is those values. */
export type ReviewStep = StepBase & {
  readonly kind: "review";
  readonly shows: readonly ShownFile[];
  readonly next: Next;
};

/** A one-time password, PIN or authenticator code that binds the values of the step named by `binds`. */
export type ChallengeStep = StepBase & {
  readonly kind: "challenge";
  readonly challenge: "otp" | "pin" | "totp";
  /** What a one-time password is for, such as `sign-contract`. */
  readonly action?: string;
  readonly channel?: "email" | "sms";
  /** The answer with the address for the code. If omitted, the code goes to the verified address. */
  readonly to?: string;
  readonly binds: string;
  /**
   * Values of that review that the message with the code repeats: the amount and destination of what it
   * confirms.
   */
  readonly letter?: readonly Path[];
  readonly errors: { readonly exhausted: ErrorRoute };
  readonly next: Next;
};

/**
 * The server does something, at most once. With `form: true` the step first asks for secrets (`writeOnly`
 * fields, never stored).
 */
export type EffectStep = StepBase & {
  readonly kind: "effect";
  readonly effect: string;
  readonly form?: boolean;
  readonly schema?: string;
  readonly check?: readonly string[];
  readonly shows?: readonly ShownFile[];
  /**
   * Input name (ending in `?` if it may be missing) to the place of its value. `form.<field>` reads the
   * step's own form.
   */
  readonly input: { readonly [name: string]: Path };
  readonly errors: { readonly [code: string]: ErrorRoute };
  readonly next: Next;
};

/** Waits for an event of another room, from a receipt on, until a deadline. */
export type WaitStep = StepBase & {
  readonly kind: "wait";
  readonly for: string;
  /** The step whose receipt starts the wait. */
  readonly since: string;
  /** ISO 8601 duration after that receipt. */
  readonly within?: string;
  /** The place of an instant. */
  readonly until?: Path;
  readonly shows?: readonly ShownFile[];
  readonly onTimeout: { readonly to: string };
  readonly next: Next;
};

/** Pure routing; never shown. */
export type DecideStep = StepBase & { readonly kind: "decide"; readonly next: Next };

/** The end of a flow. A provisional end can be left again: the next walk may pass it. */
export type EndStep = StepBase & {
  readonly kind: "end";
  readonly outcome: "done" | "stopped" | "provisional";
  readonly reason: string;
  /** A rule whose failed clauses are listed here, each with its reason and a link that mends it. */
  readonly explains?: string;
  readonly shows?: readonly ShownFile[];
  /** Buttons: a flow to open (`flow:kyc`) or a page (`/overview`). The first is the main action. */
  readonly links?: readonly string[];
};

export type Step = FormStep | ReviewStep | ChallengeStep | EffectStep | WaitStep | DecideStep | EndStep;

/**
 * A derived value: a function of the closed registry, a `value` rule (missing if it is unknown), a literal,
 * or joined texts.
 */
export type DerivedFile = DerivedFunctionFile | DerivedRule | LiteralFile | JoinedFile;
export type DerivedFunctionFile = { readonly fn: string; readonly args: readonly Path[] };
export type DerivedRule = { readonly rule: string };

/**
 * A word of a closed list, a whole number, or a text with a format, such as an amount. Never a sentence:
 * sentences are in `locales/`.
 */
export type LiteralFile = { readonly const: string | number; readonly format?: string };

/** Texts of the person or of facts, joined with `with`: a space or punctuation, never words. */
export type JoinedFile = { readonly join: readonly Path[]; readonly with: string };

/**
 * A place of the portal that links to the flow. `when`: the condition for showing the link, over switches and
 * facts without arguments; if omitted, everybody sees it. `order`: 1 to 99, lower stands higher among the links of a
 * place; 50 if omitted. `icon`: the picture beside it, of a closed list (`schemas/config/flow.json`); a form if omitted.
 * Its text is `<namespace>:<flow>.entries.<place>`.
 */
export type Entry = {
  readonly place: string;
  readonly when?: Logic;
  readonly order?: number;
  readonly icon?: string;
};

/** `flows/<id>/flow.json`. */
export type FlowFile = {
  /** Omitted: format 1, in which `shows` has only places. */
  readonly format?: 2;
  readonly id: string;
  /** Namespace of its texts. */
  readonly namespace: string;
  readonly subject: "account" | "anonymous";
  readonly inFlight: "stay" | "restart" | "follow";
  readonly flags: readonly string[];
  /** Fact name to its arguments, each the place of an answer. */
  readonly facts: { readonly [fact: string]: { readonly [argument: string]: Path } };
  readonly derived: { readonly [name: string]: DerivedFile };
  readonly invariants: readonly { readonly before: string; readonly rule: string }[];
  /**
   * Numbered steps in the order that the person sees; `minutes` is the approximate duration of the whole
   * flow.
   */
  readonly groups?: readonly string[];
  readonly minutes?: number;
  /** The page that it runs on; `/flows/<id>` if omitted. */
  readonly address?: string;
  /** Where it is linked from. */
  readonly entries?: readonly Entry[];
  readonly start: string;
  readonly steps: { readonly [step: string]: Step };
};
