import type {
  Answer,
  Compiled,
  EffectSignature,
  EffectStep,
  Facts,
  Flags,
  Receipt,
  Step,
  TrailStep,
  Walk,
} from "../../engine/flow/index.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { sha256 } from "../sha256.ts";
import type { StoredInstance } from "./instance-store.ts";
import type { Kept } from "./recorded-answers.ts";

/**
 * What is decided by: one instance on its version, its switches, and the time. A plain value. Facts are asked for on the way
 * (`asks.ts`), as only the walk finds out which it needs.
 */
export type Loaded = {
  readonly stored: StoredInstance;
  /** The version that it stood on before, where it moves to a newer one now. */
  readonly movedFrom: string | null;
  readonly compiled: Compiled;
  /** Where browsers get the module of its version. */
  readonly module: string;
  readonly flags: Flags;
  /** By the business clock, ISO 8601 in UTC: when everything that is decided happens. */
  readonly now: string;
};

/** An instance as a decision goes on with it, and what is to be written of that (`write.ts`), in this order. */
export type Story = Loaded & { readonly writes: readonly Write[] };

/** One thing to write. */
export type Write =
  | One<"answer", { step: string; answer: Answer }>
  | One<"drop-answers", { steps: readonly string[] }>
  | One<"receipt", { receipt: Receipt; facts: Facts; repeatable: boolean }>
  /** Opens a wait where there is none, and says until when it lasts. */
  | One<"wait", { step: string; event: string; match: JsonObject; until: string | null }>
  | One<"end-wait", { step: string }>
  /** Hands a try of an effect to a job. */
  | One<"run", { step: string; attempt: number; run: RunContent }>
  /** Keeps what people get beside an effect's input. */
  | One<"record", { step: string; attempt: number; answers: Kept }>
  | One<"close", object>
  | One<"audit", { line: AuditLine }>
  /** Says to the log-in that asks that more was proved in it. */
  | One<"proved", object>
  /** Keeps the submission under its key, with what its page was answered. */
  | One<"submission", { key: string; step: string; bodyHash: string; outcome: Outcome; answer: Json | null }>;

type One<Kind extends string, Of> = Readonly<{ kind: Kind } & Of>;

/** What a submission came to, as it is kept under its key: no body, no secret, how it ended. */
export type Outcome = { readonly kind: "done" } | Refused;

/** A code that was wrong, or came too late. */
export type Refused = {
  readonly kind: "refused";
  readonly code: "code-wrong" | "code-expired";
  readonly params?: JsonObject;
};

/** What an effect that a job does is given, and what its receipt will say of it. */
export type RunContent = Readonly<{ input: JsonObject; inputHash: string; trail: readonly TrailStep[] }>;

/** An audit line about an instance: ids, steps and codes only. */
type AuditLine = Readonly<{ actor: string; action: string; to: string; detail: JsonObject }>;

/** A walk with the facts that decided it. */
export type WalkOutcome = { readonly walk: Walk; readonly facts: Facts };

/** A receipt without what the room adds itself. */
type NewReceipt = Receipt extends infer One ? (One extends Receipt ? Omit<One, "seq" | "at"> : never) : never;

/** The story with more to write. */
export function writing<S extends Story>(story: S, ...writes: readonly Write[]): S {
  return { ...story, writes: [...story.writes, ...writes] };
}

/** The story with an answer. */
export function withAnswer(story: Story, step: string, answer: Answer): Story {
  const { answers } = story.stored.instance;
  return writing(withInstance(story, { answers: { ...answers, [step]: answer } }), {
    kind: "answer",
    step,
    answer,
  });
}

/** The story with a receipt, and with what decided it. */
export function withReceipt(
  story: Story,
  given: { readonly receipt: NewReceipt; readonly facts: Facts; readonly repeatable?: boolean },
): Story {
  const { receipts } = story.stored.instance;
  const receipt = { ...given.receipt, seq: receipts.length + 1, at: story.now } as Receipt;
  return writing(withInstance(story, { receipts: [...receipts, receipt] }), {
    kind: "receipt",
    receipt,
    facts: given.facts,
    repeatable: given.repeatable ?? false,
  });
}

/** The story with an audit line, by its subject where no other actor is named. */
export function withAudit(story: Story, line: Omit<AuditLine, "actor"> & { readonly actor?: string }): Story {
  return writing(story, { kind: "audit", line: { actor: story.stored.subject, ...line } });
}

/** The story with other answers or receipts; nothing is to be written for it. */
export function withInstance(
  story: Story,
  change: Partial<Pick<StoredInstance["instance"], "answers" | "receipts">>,
): Story {
  const { stored } = story;
  return { ...story, stored: { ...stored, instance: { ...stored.instance, ...change } } };
}

/** The step of that name; names come from a request's address, so only the definition's own are looked up. */
export function stepOf({ compiled }: Pick<Loaded, "compiled">, name: string): Step | undefined {
  const { steps } = compiled.definition.flow;
  return Object.hasOwn(steps, name) ? steps[name] : undefined;
}

/** The effect step of that name in this version, with the signature of its effect. */
export function effectOf(
  { compiled }: Pick<Loaded, "compiled">,
  name: string,
): { readonly step: EffectStep; readonly signature: EffectSignature } {
  const step = stepOf({ compiled }, name);
  if (step?.kind !== "effect") throw new Error(`flows: "${name}" is no effect step`);
  const signature = compiled.definition.effects[step.effect];
  if (signature === undefined) throw new Error(`flows: "${step.effect}" has no signature`);
  return { step, signature };
}

/** A key that names this try of this effect, and no other, however often it is made. */
export function keyOf(instance: string, step: string, attempt: number): string {
  const hex = sha256(`${instance}/${step}/${attempt}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
