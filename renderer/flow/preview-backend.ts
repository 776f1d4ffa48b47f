import { queryOptions } from "@tanstack/react-query";
import {
  type Compiled,
  type EffectStep,
  factKey,
  progressOf,
  type Standing,
} from "../../engine/flow/index.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { fail, ok } from "../../engine/values/result.ts";
import { goAlong, type Traveller } from "../../engine/verify/atlas/go-along.ts";
import type { View } from "../kit/api/answers.ts";
import type { Dealing, OrderWithTimeline } from "../portal/parts/records.ts";
import type { FlowBackend } from "./flow-backend.ts";
import type { LoadedFlow } from "./module.ts";

/** One screen of a path, as the investor would see it. */
export type PreviewScreen = { readonly step: string; readonly view: View };

const MINUTE_MS = 60_000;

/** The screens that somebody sees on her way, in their order. `instance` is only a name for what is typed meanwhile. */
export function screensOf(
  flow: LoadedFlow,
  traveller: Traveller,
  instance: string,
): readonly PreviewScreen[] {
  const { compiled } = flow;
  const { stops } = goAlong(compiled, traveller);
  const seen = stops.filter((stop) => isSeen(compiled, stop));
  return seen
    .filter((stop, at) => at === 0 || !isSame(seen[at - 1] as Standing, stop))
    .map((stop) => ({
      step: stop.walk.at.step,
      view: { ...viewOf(compiled, stop), id: instance },
    }));
}

/**
 * Stands in for the server while somebody looks at a path: whatever is submitted leads to the path's next screen, nothing
 * is sent, kept or done. `shown` is the screen that the path begins at, `onShown` hears of every other.
 */
export function previewBackend(of: {
  readonly flow: LoadedFlow;
  readonly screens: readonly PreviewScreen[];
  readonly shown: number;
  readonly onShown: (at: number) => void;
}): FlowBackend {
  const { flow, screens, onShown } = of;
  let at = Math.min(of.shown, screens.length - 1);
  const here = () => {
    const screen = screens[at];
    return screen === undefined ? fail({ kind: "offline" as const }) : ok(screen.view);
  };
  const show = (next: number) => {
    at = Math.min(next, screens.length - 1);
    onShown(at);
    return here();
  };
  return {
    open: async (_flow, how) => (how === "go-on" ? here() : show(0)),
    look: async () => here(),
    // An earlier answer that is opened again leads on from where she is.
    submit: async ({ step }) => (screens[at]?.step === step ? show(at + 1) : here()),
    sendCode: async () =>
      ok({
        reference: "DEMO",
        channel: "email",
        to: "s•••@example.com",
        expiresAt: new Date(Date.now() + 5 * MINUTE_MS).toISOString(),
        resendAt: new Date(Date.now() + MINUTE_MS).toISOString(),
      }),
    module: async () => flow,
    sendFile: async ({ file, name, onProgress }) => {
      onProgress(1);
      return ok({ id: "00000000-0000-4000-8000-000000000000", type: file.type, size: file.size, name });
    },
    picture: async () => null,
    dealing: () =>
      queryOptions({
        queryKey: [`preview:${at}`],
        queryFn: async () => ({ dealing: dealingIn(screens[at]?.view ?? null) }),
      }),
    order: (id) =>
      queryOptions({
        queryKey: [`preview:${id}:${at}`],
        queryFn: async () => orderIn(screens[at]?.view ?? null, id),
      }),
  };
}

/** Whether a step is a screen: decisions and what the server does at once are never seen. */
function isSeen({ definition }: Compiled, { walk: { at } }: Standing): boolean {
  if (at.kind !== "effect" || at.state === "ask") return true;
  const { effect } = definition.flow.steps[at.step] as EffectStep;
  return definition.effects[effect]?.mode === "remote";
}

/** One screen stays while an effect is tried again. */
function isSame(before: Standing, now: Standing): boolean {
  const [a, b] = [before.walk.at, now.walk.at];
  return a.kind === "effect" && b.kind === "effect" && a.step === b.step && a.state !== "ask";
}

function viewOf(compiled: Compiled, { walk, instance, facts, flags }: Standing): View {
  const { at } = walk;
  return {
    id: "",
    flow: compiled.definition.flow.id,
    hash: compiled.hash,
    module: "",
    // One that is due would be begun by the page; here it is only looked at.
    at: at.kind === "effect" && at.state === "due" ? { ...at, state: "running" } : at,
    trail: walk.trail,
    instance,
    facts,
    flags,
    derived: walk.derived,
    effects: walk.effects,
    blocking: walk.blocking,
    progress: progressOf(compiled, walk),
    links: [],
    prefill: {},
    busy: false,
  };
}

/** The fund's calendar as the person knows it, at ten in the morning of her day. */
function dealingIn(view: View | null): Dealing {
  const fact = view?.facts[factKey("dealing", {})];
  if (!fact || typeof fact.today !== "string") return null;
  return { ...(fact as unknown as NonNullable<Dealing>), now: `${fact.today}T03:00:00Z` };
}

/** The order that an effect of the path placed, as far as it has come on this screen. */
function orderIn(view: View | null, id: string): OrderWithTimeline {
  const outputs = Object.values(view?.effects ?? {}).filter(
    (output): output is JsonObject =>
      typeof output === "object" && output !== null && !Array.isArray(output) && "order" in output,
  );
  const textOf = (name: string): string | null => {
    const found = outputs.find((output) => output.order === id && typeof output[name] === "string");
    return found === undefined ? null : String(found[name]);
  };
  const reference = textOf("reference");
  if (view === null || reference === null) throw new Error(`preview: no order ${id}`);
  const placedAt = view.instance.receipts.find(({ kind }) => kind === "effect")?.at ?? null;
  const answered = (name: string): Json | undefined =>
    Object.values(view.instance.answers).find(({ value }) => Object.hasOwn(value, name))?.value[name];
  return {
    id,
    reference,
    kind: "subscription",
    status: textOf("at") ? "WAITING" : "SUBMITTED",
    step: textOf("at") ? "waiting" : "confirm",
    strategy: String(answered("strategy") ?? ""),
    amount: String(answered("amount") ?? "0.00"),
    fee: String(view.derived.fee ?? "0.00"),
    vat: String(view.derived.vat ?? "0.00"),
    net: null,
    method: null,
    riskAcknowledged: answered("accepted") === true,
    placedAt: placedAt ?? "",
    navDate: textOf("navDate") ?? "",
    allotmentDate: textOf("allotmentDate") ?? "",
    payBy: textOf("payBy"),
    paidAt: textOf("at"),
    nav: null,
    units: null,
    value: null,
    allottedOn: null,
    payIn:
      textOf("at") === null
        ? {
            account: { bank: "–", holder: "–", number: "–", demo: true },
            days: [{ before: textOf("payBy") ?? "", navDate: textOf("navDate") ?? "" }],
          }
        : null,
    timeline: [
      { step: "received", at: placedAt, expected: null },
      { step: "paid", at: textOf("at"), expected: textOf("payBy") },
      { step: "nav", at: null, expected: textOf("navDate") },
      { step: "allotted", at: null, expected: textOf("allotmentDate") },
    ],
  };
}
