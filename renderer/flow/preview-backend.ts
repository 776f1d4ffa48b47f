import { queryOptions } from "@tanstack/react-query";
import {
  type Compiled,
  type EffectStep,
  prefillAt,
  progressOf,
  type Standing,
} from "../../engine/flow/index.ts";
import { fail, ok } from "../../engine/values/result.ts";
import { goAlong, type Traveller } from "../../engine/verify/paths/index.ts";
import type { View } from "../kit/api/answers.ts";
import { addressOf } from "../kit/api/calls.ts";
import type { FlowBackend } from "./flow-backend.ts";
import type { LoadedFlow } from "./module.ts";
import { tradeParts } from "./trade-parts.ts";

/** One screen on a path through a flow, as an investor would see it. */
export type PreviewScreen = { readonly step: string; readonly view: View };

const MINUTE_MS = 60_000;

/**
 * Returns the screens of a path, in order. Drafts that are typed in the preview are stored under the name
 * `instance`.
 */
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
 * Replaces the server in a preview. Every submission leads to the path's next screen; nothing is sent, saved
 * or executed. `shown` is the first screen; `onShown` is called with every later screen.
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
  const record: FlowBackend["record"] = (path, ...[sent]) => {
    const address = addressOf(path, sent);
    return queryOptions({
      queryKey: [`preview:${address}:${at}`],
      queryFn: async () => {
        const view = screens[at]?.view;
        if (view === undefined) throw new Error(`preview: no screen ${at}`);
        return tradeParts().madeUp(address, view);
      },
    }) as never;
  };
  return {
    open: async (_flow, how) => (how === "go-on" ? here() : show(0)),
    look: async () => here(),
    // Submitting an earlier screen again continues from that screen.
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
    make: async (path) => {
      const view = screens[at]?.view;
      return view === undefined
        ? fail({ kind: "offline" as const })
        : ok(tradeParts().madeUp(path, view) as never);
    },
    record,
  };
}

/** Whether a step has a screen. Decisions and immediate effects have none. */
function isSeen({ definition }: Compiled, { walk: { at } }: Standing): boolean {
  if (at.kind !== "effect" || at.state === "ask") return true;
  const { effect } = definition.flow.steps[at.step] as EffectStep;
  return definition.effects[effect]?.mode === "remote";
}

/** Whether two positions share one screen. The screen of an effect stays while the effect is retried. */
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
    // A real page would now start the effect. A preview only shows it as running.
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
    prefill: { [at.step]: prefillAt(compiled, walk, (step) => Object.hasOwn(instance.answers, step)) },
    busy: false,
    // A preview has no clock. It shows deadlines by their date, without the time left.
    now: "",
  };
}
