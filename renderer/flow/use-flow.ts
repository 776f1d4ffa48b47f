import { useCallback, useEffect, useMemo, useRef, useState } from "react";
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

/** The state of a flow in the page. */
export type FlowState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly failure: ApiFailure | Error }
  | { readonly kind: "open"; readonly view: View; readonly flow: LoadedFlow };

/**
 * The result of a submission. `refused`: the server rejected the submission, and there are errors to show.
 * `failed`: nothing was stored, and the page keeps all input.
 */
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
 * Opens the person's instance of a flow and keeps the page up to date with the server. With `pastWaits`, an
 * instance that only waits for an outside event is left alone, and another one is started. `wanted` is the
 * step in the address. If that step is an end that this visit reached, a reloaded page shows the end again.
 */
export function useFlow(
  flow: string,
  { pastWaits, wanted }: { readonly pastWaits: boolean; readonly wanted: string | undefined },
) {
  const backend = useFlowBackend();
  const [state, setState] = useState<FlowState>({ kind: "loading" });
  const here = useRef(true);

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

  const opened = state.kind === "open" ? state : null;
  const refresh = useRefresh(opened, { here, show });
  useServerChanges(flow, opened, refresh);
  const { busy, submit } = useSubmit(opened, { here, show, refresh });
  return { state, busy, submit, refresh, reopen: open };
}

/** A flow that is open in the page. */
export type OpenFlow = Extract<FlowState, { kind: "open" }>;

/** The functions with which a runner submits, reloads and restarts its flow. */
export type RunningFlow = Omit<ReturnType<typeof useFlow>, "state">;

type Screen = {
  /** Whether the runner is still on the page. */
  readonly here: { readonly current: boolean };
  /** Shows a view. Returns `null` if the view's module cannot be loaded. */
  readonly show: (view: View) => Promise<LoadedFlow | null>;
};

/** Loads the current view from the server, and reports which questions it asks again. */
function useRefresh(opened: OpenFlow | null, { here, show }: Screen): () => Promise<void> {
  const backend = useFlowBackend();
  const id = opened?.view.id ?? null;
  // The view is kept in a ref, so that the returned function never changes. A changed function would make
  // React effects run again.
  const shown = useRef<Parameters<typeof sayAsked>[0] | null>(null);
  shown.current = opened === null ? null : { definition: opened.flow.compiled.definition, view: opened.view };
  return useCallback(async () => {
    if (id === null) return;
    const answer = await backend.look(id);
    if (!answer.ok || !here.current) return;
    const before = shown.current;
    const loaded = await show(answer.value);
    if (loaded === null || before === null) return;
    sayAsked(before, { definition: loaded.compiled.definition, view: answer.value });
  }, [backend, id, here, show]);
}

/** Reloads the view after a publication and after a change of feature switches. */
function useServerChanges(flow: string, opened: OpenFlow | null, refresh: () => Promise<void>): void {
  const newest = useStore(published)[flow];
  const heard = useStore(flagsHeard);
  const seenFlags = useRef(heard);
  const hash = opened?.view.hash ?? null;
  const flowHere = opened?.flow ?? null;

  // After a publication, the server decides whether this instance follows the new version.
  useEffect(() => {
    if (newest !== undefined && hash !== null && newest !== hash) void refresh();
  }, [newest, hash, refresh]);

  // After a change of switches, the server decides which steps are open. A flow that names no switch needs no
  // reload.
  useEffect(() => {
    if (seenFlags.current === heard || flowHere === null) return;
    seenFlags.current = heard;
    if (flowHere.compiled.definition.flow.flags.length > 0) void refresh();
  }, [heard, flowHere, refresh]);
}

/** Sends the answers of steps one at a time, and shows the view that each answer leads to. */
function useSubmit(
  opened: OpenFlow | null,
  { here, show, refresh }: Screen & { readonly refresh: () => Promise<void> },
) {
  const backend = useFlowBackend();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const keyOf = useIdempotencyKey();
  const submit = useCallback(
    async (step: string, body: StepBody): Promise<Submitted | null> => {
      if (opened === null || sending.current) return null;
      sending.current = true;
      setBusy(true);
      const { view } = opened;
      const seen = view.instance.answers[step]?.revision ?? 0;
      const idempotencyKey = keyOf.take(JSON.stringify([view.id, step, body]));
      try {
        const answer = await backend.submit({ instance: view.id, step, body, seen, idempotencyKey });
        if (answer.ok) {
          keyOf.forget();
          sayTaken(opened, { step, after: answer.value });
          await show(answer.value);
          return { kind: "taken", view: answer.value };
        }
        const failure = answer.error;
        if (failure.kind === "offline") return { kind: "failed", failure };
        keyOf.forget();
        if (failure.status === 409) await refresh();
        if (failure.status === 422 || failure.fields.length > 0)
          return { kind: "refused", errors: errorsOf(failure), message: failureText(failure, t), failure };
        return { kind: "failed", failure };
      } finally {
        sending.current = false;
        if (here.current) setBusy(false);
      }
    },
    [backend, opened, keyOf, here, refresh, show],
  );
  return { busy, submit };
}

/**
 * Keeps the idempotency key of a submission. If the server's answer is lost, the same body is sent again with
 * the same key, so the server acts only once.
 */
function useIdempotencyKey() {
  const unanswered = useRef<{ print: string; key: string } | null>(null);
  return useMemo(
    () => ({
      /**
       * Returns the key of an earlier attempt to send the same body, if that attempt got no answer. Otherwise
       * returns a new key.
       */
      take: (print: string): string => {
        const key = unanswered.current?.print === print ? unanswered.current.key : newIdempotencyKey();
        unanswered.current = { print, key };
        return key;
      },
      forget: () => {
        unanswered.current = null;
      },
    }),
    [],
  );
}

/**
 * Handles a stored answer. Deletes the draft and the error of the step, and shows toasts about what was saved
 * and what another window changed.
 */
function sayTaken(
  { view: before, flow }: OpenFlow,
  { step, after }: { readonly step: string; readonly after: View },
): void {
  const { definition } = flow.compiled;
  dropDraft(before.id, step);
  dropToast("submit");
  saySaved(definition, { step, to: after.at });
  sayChanged(changedBetween(definition, { before, after, sent: step }));
}

/**
 * Returns the storage key of the end that this visit reached. The stored end is deleted like drafts when
 * another person logs in.
 */
function endKey(flow: string): string {
  return `draft:end:${flow}`;
}

/** Shows why a submission failed; the page keeps the input. An ended session is reported by `session.ts`. */
export function sayFailure(failure: ApiFailure): void {
  if (isSessionOver(failure)) return;
  const tone = failure.kind === "offline" ? "warn" : "loss";
  const text = failure.kind === "offline" ? t("common:offline.kept") : failureText(failure, t);
  toast({ id: "submit", tone, text });
}

/** Shows a toast with the earlier answers that another window changed. */
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
