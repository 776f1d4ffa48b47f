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
 * The input of a decision: an instance on its version, the flags of its subject, and the time. It does not
 * contain facts. These are read during the decision (`asks.ts`), because only the walk finds out which facts
 * it needs.
 */
export type Loaded = {
  readonly stored: StoredInstance;
  /** The version on which the instance was before, if it moves to a newer one now. */
  readonly movedFrom: string | null;
  readonly compiled: Compiled;
  /** The address of the version's module for browsers. */
  readonly module: string;
  readonly flags: Flags;
  /** The time of the decision by the business clock, ISO 8601 in UTC. */
  readonly now: string;
};

/**
 * The state of an instance during a decision. `writes` are the changes that must still be written to the
 * database, in sequence (`write.ts`).
 */
export type Story = Loaded & { readonly writes: readonly Write[] };

/** A change of an instance that must still be written to the database. */
export type Write =
  | One<"answer", { step: string; answer: Answer }>
  | One<"drop-answers", { steps: readonly string[] }>
  | One<"receipt", { receipt: Receipt; facts: Facts; repeatable: boolean }>
  /** Opens a wait unless it is open already, and sets the time at which it ends. */
  | One<"wait", { step: string; event: string; match: JsonObject; until: string | null }>
  | One<"end-wait", { step: string }>
  /** Queues a job for one try of an effect. */
  | One<"run", { step: string; attempt: number; run: RunContent }>
  /** Saves the answers that staff see beside an effect's input. */
  | One<"record", { step: string; attempt: number; answers: Kept }>
  | One<"close", object>
  | One<"audit", { line: AuditLine }>
  /** Records in the session that the person has proved their identity again. */
  | One<"proved", object>
  /** Saves the submission under its key, with the answer to its page. */
  | One<"submission", { key: string; step: string; bodyHash: string; outcome: Outcome; answer: Json | null }>;

type One<Kind extends string, Of> = Readonly<{ kind: Kind } & Of>;

/**
 * The result of a submission, as stored under its key. It contains no answers and no secrets. `to` is the
 * step to which the submission led.
 */
export type Outcome = { readonly kind: "done"; readonly to?: string } | Refused;

/** The refusal of a code that is wrong or no longer valid. */
export type Refused = {
  readonly kind: "refused";
  readonly code: "code-wrong" | "code-expired";
  readonly params?: JsonObject;
};

/** What a queued effect needs: its input, and the data for its receipt. */
export type RunContent = Readonly<{ input: JsonObject; inputHash: string; trail: readonly TrailStep[] }>;

/** An audit line about an instance. It has only ids, steps and codes. */
type AuditLine = Readonly<{ actor: string; action: string; to: string; detail: JsonObject }>;

/** A walk, and the facts with which it was computed. */
export type WalkOutcome = { readonly walk: Walk; readonly facts: Facts };

/** A receipt before it is stored, still without number and time. */
type NewReceipt = Receipt extends infer One ? (One extends Receipt ? Omit<One, "seq" | "at"> : never) : never;

/** Returns the state with additional pending writes. */
export function writing<S extends Story>(story: S, ...writes: readonly Write[]): S {
  return { ...story, writes: [...story.writes, ...writes] };
}

/** Returns the state with an additional answer. */
export function withAnswer(story: Story, step: string, answer: Answer): Story {
  const { answers } = story.stored.instance;
  return writing(withInstance(story, { answers: { ...answers, [step]: answer } }), {
    kind: "answer",
    step,
    answer,
  });
}

/**
 * Returns the state with an additional receipt. The facts on which the receipt is based are stored with it.
 */
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

/**
 * Returns the state with an additional audit line. If no actor is named, the instance's subject counts as the
 * actor.
 */
export function withAudit(story: Story, line: Omit<AuditLine, "actor"> & { readonly actor?: string }): Story {
  return writing(story, { kind: "audit", line: { actor: story.stored.subject, ...line } });
}

/** Returns the state with other answers or receipts. This adds no pending writes. */
export function withInstance(
  story: Story,
  change: Partial<Pick<StoredInstance["instance"], "answers" | "receipts">>,
): Story {
  const { stored } = story;
  return { ...story, stored: { ...stored, instance: { ...stored.instance, ...change } } };
}

/**
 * Returns the step with this name; undefined if there is none. The name can come from the address of a
 * request, so names that every object has, such as `constructor`, are not found.
 */
export function stepOf({ compiled }: Pick<Loaded, "compiled">, name: string): Step | undefined {
  const { steps } = compiled.definition.flow;
  return Object.hasOwn(steps, name) ? steps[name] : undefined;
}

/**
 * Returns the effect step with this name, and the signature of its effect. Throws if there is no such effect
 * step.
 */
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

/**
 * Returns the idempotency key of one try of an effect. No other try has this key, and the same try always has
 * the same one.
 */
export function keyOf(instance: string, step: string, attempt: number): string {
  const hex = sha256(`${instance}/${step}/${attempt}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
