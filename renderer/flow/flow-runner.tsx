import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useContext, useEffect, useState } from "react";
import { progressOf } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { Embedded, TaskPage } from "../kit/parts/pages.tsx";
import { ErrorState, LoadingShape } from "../kit/parts/states.tsx";
import { useText } from "../kit/text/i18n.ts";
import "./flow.css";
import type { View } from "../kit/api/answers.ts";
import { linkAddress } from "./addresses.ts";
import { ChallengeStep } from "./steps/challenge-step.tsx";
import { EndStep } from "./steps/end-step.tsx";
import { FlowContext, HELP } from "./steps/flow-bar.tsx";
import { FormStep } from "./steps/form-step.tsx";
import { ReviewStep } from "./steps/review-step.tsx";
import { RunningStep, WaitStep } from "./steps/waiting-steps.tsx";
import { tradeParts } from "./trade-parts.ts";
import { type FlowState, useFlow } from "./use-flow.ts";
import { useOtherAnswers } from "./use-other-answers.ts";
import { openSteps, stepAfter, stepBefore } from "./view.ts";

/**
 * Runs any flow from its data. The address names the step that is shown (`?step=`), so the browser's back button goes
 * through the screens; the server decides the actual position.
 */
export function FlowRunner({
  flow: name,
  home = "/",
  initial,
  filled = initial,
  below,
  manyAtOnce = false,
}: {
  readonly flow: string;
  /** Where Back leads on the first screen. */
  readonly home?: string;
  /** Values to open the flow with, by step; if the answers differ, the flow restarts. */
  readonly initial?: Readonly<Record<string, JsonObject>>;
  /**
   * Initial values of forms without an answer. In a preview these are a made-up person's answers, and nothing restarts.
   */
  readonly filled?: Readonly<Record<string, JsonObject>>;
  /** Shown under every form. */
  readonly below?: ReactNode;
  /** Whether a second instance may start while one waits: opening the flow again (without `?step=`) then starts it. */
  readonly manyAtOnce?: boolean;
}) {
  const words = useText();
  const address = useSearch({ strict: false }) as { step?: string; change?: string };
  // As a part of another page, a flow has no address, heading or focus of its own.
  const embedded = useContext(Embedded);
  const [inside, setInside] = useState<{ step?: string | undefined; change?: string | undefined }>({});
  const { step: wanted, change } = embedded ? inside : address;
  const [pastWaits] = useState(manyAtOnce && wanted === undefined);
  const { state, busy, submit, refresh, reopen } = useFlow(name, { pastWaits, wanted });
  useOtherAnswers(state, initial, () => void reopen(manyAtOnce ? "instead" : "start-over"));
  const navigate = useNavigate();
  const [own] = useState(() => location.pathname);
  const go = (step: string | undefined, options: { replace?: boolean; change?: string } = {}) => {
    // While the next page loads, this one is still mounted; it must not write into the other's address.
    if (location.pathname !== own) return;
    if (embedded) return setInside({ step, change: options.change });
    void navigate({
      to: ".",
      search: (before: Record<string, string | undefined>) => ({ ...before, step, change: options.change }),
      replace: options.replace ?? false,
      resetScroll: true,
    } as never);
  };

  const open = state.kind === "open" ? state : null;
  const steps = open ? openSteps(open.view, (step) => isForm(open, step)) : [];
  const shown =
    open === null ? null : wanted !== undefined && steps.includes(wanted) ? wanted : open.view.at.step;

  // The address follows the position, so that every screen is an entry in the browser's history.
  const at = open?.view.at.step ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the position and the address only.
  useEffect(() => {
    if (at !== null && shown === at && wanted !== at)
      go(at, { replace: wanted === undefined || !steps.includes(wanted) });
  }, [at, shown, wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen begins at its top.
  useEffect(() => {
    if (embedded) return;
    scrollTo(0, 0);
    const heading = document.querySelector<HTMLElement>("h1");
    if (!document.activeElement?.matches("#code")) heading?.focus({ preventScroll: true });
  }, [shown]);

  if (state.kind === "loading")
    return (
      <TaskPage title={words("common:loading.short")} back={home}>
        <LoadingShape />
      </TaskPage>
    );
  if (state.kind === "failed" || open === null || shown === null)
    return (
      <TaskPage title={words("common:error.title")} back={home}>
        <ErrorState error={state.kind === "failed" ? state.failure : null} retry={() => void reopen()} />
      </TaskPage>
    );

  const { view, flow } = open;
  const { definition } = flow.compiled;
  const before = stepBefore(steps, shown);
  const back = before === null ? home : () => go(before, { replace: true });
  const changeStep = (step: string) => (steps.includes(step) ? () => go(step, { change: "1" }) : null);
  const progress = progressOf(flow.compiled, view, shown);

  /** After an answer: shows the next screen of the walk, or the new position. */
  const onTaken = (next: View) => {
    const walked = openSteps(next, (step) => isForm(open, step));
    const following = change ? null : stepAfter(walked, shown);
    go(following ?? next.at.step);
  };

  const onOver = () => void refresh();
  const common = { view, definition, progress, busy, back, submit, onTaken, changeStep, onOver };
  const position = view.at;
  const screen = () => {
    if (
      shown !== position.step ||
      position.kind === "form" ||
      (position.kind === "effect" && position.state === "ask")
    )
      return (
        <FormStep
          key={shown}
          {...common}
          flow={flow}
          step={shown}
          below={below}
          {...(filled?.[shown] ? { initial: filled[shown] } : {})}
        />
      );
    switch (position.kind) {
      case "review":
        return <ReviewStep key={shown} {...common} flow={flow} at={position} />;
      case "challenge":
        return <ChallengeStep key={shown} {...common} step={shown} />;
      case "effect":
        return <RunningStep key={shown} {...common} at={position} refresh={refresh} />;
      case "wait":
        return (
          <WaitStep key={shown} view={view} flow={flow} progress={progress} at={position} refresh={refresh} />
        );
      case "end":
        return (
          <EndStep
            key={shown}
            view={view}
            flow={flow}
            at={position}
            back={home}
            again={() => void reopen("again")}
            changeStep={changeStep}
          />
        );
      case "needs":
        // The server supplies every fact it knows; a missing one is on its way.
        return (
          <TaskPage title={words("common:error.title")} back={home}>
            <ErrorState error={null} retry={() => void refresh()} />
          </TaskPage>
        );
    }
  };
  const place = {
    home,
    kept: definition.flow.subject === "account",
    helps: linkAddress(`flow:${name}`, tradeParts().pages) !== HELP,
    startOver: () => void reopen("start-over"),
  };
  return <FlowContext value={place}>{screen()}</FlowContext>;
}

type Open = Extract<FlowState, { kind: "open" }>;

function isForm(open: Open, step: string): boolean {
  return open.flow.compiled.definition.flow.steps[step]?.kind === "form";
}
