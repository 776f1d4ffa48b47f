import type { Logic, Path } from "../rules/rule.ts";

/** Where a person goes next: the first entry whose `when` holds; the last one has none. */
export type Next = readonly {
  /** Inline JSON-logic, or the id of a rule. */
  readonly when?: Logic;
  readonly to: string;
}[];

/**
 * What an expected error of an effect or an exhausted challenge leads to.
 * `to`: on to another step. `reopen`: back to an earlier step, whose answer is contested.
 * `ask`: asked again at this step's own form, the message standing at that field.
 * `retry`: the effect runs again by itself, at most so often, and then `to`.
 */
export type ErrorRoute =
  | { readonly to: string }
  | { readonly reopen: string; readonly field?: string }
  | { readonly ask: string }
  | { readonly retry: number; readonly to: string };

/** Hints for the renderer; none of them changes what is valid. */
export type FieldHints = {
  readonly widget?: string;
  readonly autocomplete?: string;
  readonly inputMode?: string;
  readonly quick?: readonly string[];
  readonly document?: string;
  readonly purpose?: string;
  readonly [hint: string]: unknown;
};

/** What a shown value is to the person. `roles.ts` says of each what it fits and where it stands. */
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
 * One entry of `shows`: a place, or from format 2 on a place with what it is, or a heading of what follows. A place that
 * ends in `?` is shown only where it is present.
 */
export type ShownFile =
  | Path
  | {
      readonly value: Path;
      readonly role?: Role;
      /** By which rate a deduction is taken off. */
      readonly rate?: Path;
      /** The basis of an estimate: a price, and the day that it is of. */
      readonly price?: Path;
      readonly asOf?: Path;
      /** What one gets until a countdown ends. */
      readonly gives?: Path;
    }
  | { readonly heading: string };

type StepBase = {
  /** The numbered step this screen belongs to, as the person counts them. */
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
  /** Values shown beside the form, live while they type. */
  readonly shows?: readonly ShownFile[];
  /** Field to the place of what it begins with; whoever fills the form may change it. */
  readonly prefill?: { readonly [field: string]: Path };
  readonly next: Next;
};

/** Check your answers: its answer is the values it showed. */
export type ReviewStep = StepBase & {
  readonly kind: "review";
  readonly shows: readonly ShownFile[];
  readonly next: Next;
};

/** A one-time password, a PIN or an authenticator code that binds the values of the step named by `binds`. */
export type ChallengeStep = StepBase & {
  readonly kind: "challenge";
  readonly challenge: "otp" | "pin" | "totp";
  /** What a one-time password is for, such as `sign-contract`. */
  readonly action?: string;
  readonly channel?: "email" | "sms";
  /** The place of an answer that its code is sent to; without it it goes to the address that is proved already. */
  readonly to?: string;
  readonly binds: string;
  /** Places of that review which the letter with the code names: amount and destination of what it confirms. */
  readonly letter?: readonly Path[];
  readonly errors: { readonly exhausted: ErrorRoute };
  readonly next: Next;
};

/** The server does something, at most once. With `form: true` it asks secrets first (`writeOnly` fields, never stored). */
export type EffectStep = StepBase & {
  readonly kind: "effect";
  readonly effect: string;
  readonly form?: boolean;
  readonly schema?: string;
  readonly check?: readonly string[];
  readonly shows?: readonly ShownFile[];
  /** Input name (ending in `?` where it may be missing) to the place its value comes from. `form.<field>` reads the step's own form. */
  readonly input: { readonly [name: string]: Path };
  readonly errors: { readonly [code: string]: ErrorRoute };
  readonly next: Next;
};

/** Waits for an event of another room, from a receipt on, until a time. */
export type WaitStep = StepBase & {
  readonly kind: "wait";
  readonly for: string;
  /** The step whose receipt begins the wait. */
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

/** Where a flow ends. A provisional end may be left again: the next walk may pass it by. */
export type EndStep = StepBase & {
  readonly kind: "end";
  readonly outcome: "done" | "stopped" | "provisional";
  readonly reason: string;
  /** A rule whose failed clauses are listed here, each with its reason and the link that mends it. */
  readonly explains?: string;
  readonly shows?: readonly ShownFile[];
  /** Buttons: a flow to open (`flow:kyc`) or a page (`/overview`). The first is the main action. */
  readonly links?: readonly string[];
};

/** One step of a flow. */
export type Step = FormStep | ReviewStep | ChallengeStep | EffectStep | WaitStep | DecideStep | EndStep;

/**
 * A derived value: a function of the closed registry over places, what a `value` rule says (missing where it is unknown), a
 * value that the flow spells, or texts one after another.
 */
export type DerivedFile = DerivedFunctionFile | DerivedRule | LiteralFile | JoinedFile;
export type DerivedFunctionFile = { readonly fn: string; readonly args: readonly Path[] };
export type DerivedRule = { readonly rule: string };

/** A word of a closed list, a whole number, or a text of a format such as an amount. Never a sentence: these are in `locales/`. */
export type LiteralFile = { readonly const: string | number; readonly format?: string };

/** Texts that the person gave or was told, with `with` between them: a blank, a comma, no words. */
export type JoinedFile = { readonly join: readonly Path[]; readonly with: string };

/**
 * A place of the portal from which the flow is linked. `when`: who is offered it there, over facts that are asked with
 * nothing and switches; without it everybody who sees the place is. Its words are `<namespace>:<flow>.entries.<place>`.
 */
export type Entry = { readonly place: string; readonly when?: Logic };

/** `flows/<id>/flow.json`. */
export type FlowFile = {
  /** Missing: 1, whose `shows` have places alone. */
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
  /** Numbered steps in their order, as the person counts them; `minutes` is about how long the whole takes. */
  readonly groups?: readonly string[];
  readonly minutes?: number;
  /** The page of its own that it runs on; without it `/flows/<id>`. */
  readonly address?: string;
  /** Where it is linked from. */
  readonly entries?: readonly Entry[];
  readonly start: string;
  readonly steps: { readonly [step: string]: Step };
};
