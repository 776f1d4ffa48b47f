import { useCallback, useEffect, useRef, useState } from "react";
import type { View } from "../kit/api/answers.ts";
import { type ApiFailure, failureText, isSessionOver, newIdempotencyKey } from "../kit/api/client.ts";
import { dropDraft, keepForVisit, keptForVisit } from "../kit/api/drafts.ts";
import { flagsHeard, published } from "../kit/api/events.ts";
import { dropToast, toast } from "../kit/api/toast-store.ts";
import { keepWhole, language, t } from "../kit/text/i18n.ts";
import { useStore } from "../kit/text/store.ts";
import { changedBetween, type Difference } from "./changed-elsewhere.ts";
import { type Opening, useFlowBackend } from "./flow-backend.ts";
import type { ShownError } from "./form/errors.ts";
import type { LoadedFlow } from "./module.ts";
import { sayAsked } from "./say-asked.ts";
import { saySaved } from "./say-saved.ts";
import type { StepBody } from "./view.ts";

/** The page's state of a flow. */
export type FlowState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly failure: ApiFailure | Error }
  | { readonly kind: "open"; readonly view: View; readonly flow: LoadedFlow };

/** The result of a submission. `refused`: errors to show. `failed`: nothing was stored, everything is kept. */
export type Submitted =
  | { readonly kind: "taken"; readonly view: View }
  | {
      readonly kind: "refused";
      readonly errors: readonly ShownError[];
      readonly message: string;
      readonly failure: ApiFailure;
    }
  | { readonly kind: "failed"; readonly failure: ApiFailure };

/**
 * Opens the person's instance of a flow and keeps it in step with the server. `pastWaits`: an instance that only waits
 * for an outside event is left alone, and another is started. `wanted`: the step in the address; if it is the end that
 * this visit reached, a reloaded page shows that end with what it says, such as a reference.
 */
export function useFlow(
  flow: string,
  { pastWaits, wanted }: { readonly pastWaits: boolean; readonly wanted: string | undefined },
) {
  const backend = useFlowBackend();
  const [state, setState] = useState<FlowState>({ kind: "loading" });
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  // If the answer to a submission is lost, the same body is sent again with the same key, so that nothing happens
  // twice.
  const unanswered = useRef<{ print: string; key: string } | null>(null);
  const here = useRef(true);
  const newest = useStore(published)[flow];
  const heard = useStore(flagsHeard);
  const seenFlags = useRef(heard);

  const show = useCallback(
    async (view: View) => {
      try {
        const loaded = await backend.module(view);
        if (here.current) setState({ kind: "open", view, flow: loaded });
        if (view.at.kind === "end") keepForVisit(endKey(flow), { instance: view.id, step: view.at.step });
        return loaded;
      } catch (error) {
        if (here.current)
          setState({ kind: "failed", failure: error instanceof Error ? error : new Error(String(error)) });
        return null;
      }
    },
    [backend, flow],
  );

  const wantedAtFirst = useRef(wanted);
  const open = useCallback(
    async (how: Opening = "go-on") => {
      const ended = how === "go-on" ? keptForVisit(endKey(flow)) : null;
      if (ended !== null && ended.step === wantedAtFirst.current) {
        const answer = await backend.look(String(ended.instance));
        if (!here.current) return;
        if (answer.ok && answer.value.at.kind === "end") return void (await show(answer.value));
      }
      let answer = await backend.open(flow, how);
      if (pastWaits && answer.ok && answer.value.at.kind === "wait")
        answer = await backend.open(flow, "another");
      if (!here.current) return;
      if (answer.ok) await show(answer.value);
      else setState({ kind: "failed", failure: answer.error });
    },
    [backend, flow, pastWaits, show],
  );

  useEffect(() => {
    here.current = true;
    setState({ kind: "loading" });
    void open();
    return () => {
      here.current = false;
    };
  }, [open]);

  const id = state.kind === "open" ? state.view.id : null;
  const hash = state.kind === "open" ? state.view.hash : null;
  const flowHere = state.kind === "open" ? state.flow : null;
  const viewHere = state.kind === "open" ? state.view : null;
  // Read when an answer comes; `refresh` stays the same function, because effects run it again when it changes.
  const shown = useRef<Parameters<typeof sayAsked>[0] | null>(null);
  shown.current =
    flowHere === null || viewHere === null
      ? null
      : { definition: flowHere.compiled.definition, view: viewHere };

  /** Loads the current view from the server. */
  const refresh = useCallback(async () => {
    if (id === null) return;
    const answer = await backend.look(id);
    if (!answer.ok || !here.current) return;
    const before = shown.current;
    const loaded = await show(answer.value);
    if (loaded === null || before === null) return;
    sayAsked(before, { definition: loaded.compiled.definition, view: answer.value });
  }, [backend, id, show]);

  // After a publication, the server decides whether this instance follows the new version.
  useEffect(() => {
    if (newest !== undefined && hash !== null && newest !== hash) void refresh();
  }, [newest, hash, refresh]);

  // After a switch change, the server decides which steps are open; a flow that names no switch stays unchanged.
  useEffect(() => {
    if (seenFlags.current === heard || flowHere === null) return;
    seenFlags.current = heard;
    if (flowHere.compiled.definition.flow.flags.length > 0) void refresh();
  }, [heard, flowHere, refresh]);

  const submit = useCallback(
    async (step: string, body: StepBody): Promise<Submitted | null> => {
      if (id === null || sending.current) return null;
      sending.current = true;
      setBusy(true);
      const seen = viewHere?.instance.answers[step]?.revision ?? 0;
      const print = JSON.stringify([id, step, body]);
      const key = unanswered.current?.print === print ? unanswered.current.key : newIdempotencyKey();
      unanswered.current = { print, key };
      try {
        const answer = await backend.submit({ instance: id, step, body, seen, idempotencyKey: key });
        if (answer.ok) {
          unanswered.current = null;
          dropDraft(id, step);
          dropToast("submit");
          if (flowHere !== null && viewHere !== null) {
            const { definition } = flowHere.compiled;
            saySaved(definition, { step, to: answer.value.at });
            sayChanged(changedBetween(definition, { before: viewHere, after: answer.value, sent: step }));
          }
          await show(answer.value);
          return { kind: "taken", view: answer.value };
        }
        const failure = answer.error;
        if (failure.kind === "offline") return { kind: "failed", failure };
        unanswered.current = null;
        if (failure.status === 409) await refresh();
        if (failure.status === 422 || failure.fields.length > 0)
          return { kind: "refused", errors: errorsOf(failure), message: failureText(failure, t), failure };
        return { kind: "failed", failure };
      } finally {
        sending.current = false;
        if (here.current) setBusy(false);
      }
    },
    [backend, id, flowHere, viewHere, refresh, show],
  );

  return { state, busy, submit, refresh, reopen: open };
}

/** Where the end that a visit reached is kept; dropped like drafts when another person logs in. */
function endKey(flow: string): string {
  return `draft:end:${flow}`;
}

/** Shows why a submission failed; the input stays. An ended session is reported elsewhere. */
export function sayFailure(failure: ApiFailure): void {
  if (isSessionOver(failure)) return;
  const tone = failure.kind === "offline" ? "warn" : "loss";
  const text = failure.kind === "offline" ? t("common:offline.kept") : failureText(failure, t);
  toast({ id: "submit", tone, text });
}

/** Shows which earlier answers another window changed. */
function sayChanged(changes: readonly Difference[]): void {
  if (changes.length === 0) return;
  const lines = changes.map(({ label, here, there }) =>
    t("common:flow.elsewhere.line", { label, here: here ?? "–", there: there ?? "–" }),
  );
  toast({
    id: "elsewhere",
    tone: "warn",
    text: t("common:flow.elsewhere.before", { changes: lines.join(", ") }),
  });
}

function errorsOf(failure: Extract<ApiFailure, { kind: "refused" }>): readonly ShownError[] {
  return failure.fields.map(({ pointer, code, message }) => ({
    pointer,
    code,
    text: message === undefined ? failureText(failure, t) : keepWhole(message[language()]),
  }));
}
