import { type ReactNode, useState } from "react";
import { progressOf } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { TaskPage } from "../kit/parts/pages.tsx";
import { ErrorState, LoadingShape } from "../kit/parts/states.tsx";
import { useText } from "../kit/text/i18n.ts";
import "./flow.css";
import { linkAddress } from "./addresses.ts";
import { ChallengeStep } from "./steps/challenge-step.tsx";
import { EndStep } from "./steps/end-step.tsx";
import { FlowContext, HELP } from "./steps/flow-bar.tsx";
import { FormStep } from "./steps/form-step.tsx";
import { ReviewStep } from "./steps/review-step.tsx";
import type { StepProps } from "./steps/step-props.ts";
import { RunningStep, WaitStep } from "./steps/waiting-steps.tsx";
import { tradeParts } from "./trade-parts.ts";
import { type OpenFlow, type RunningFlow, useFlow } from "./use-flow.ts";
import { useOtherAnswers } from "./use-other-answers.ts";
import { type StepAddress, useShownStep, useStepAddress } from "./use-shown-step.ts";
import { isForm, openSteps, stepAfter, stepBefore } from "./view.ts";

/**
 * Runs any flow from its data. The address names the shown step (`?step=`), so the browser's back button
 * moves through the screens. The server decides the person's actual position.
 */
export function FlowRunner({
  flow: name,
  home = "/",
  initial,
  filled = initial,
  below,
  manyAtOnce = false,
}: RunnerProps) {
  const words = useText();
  const address = useStepAddress();
  const { wanted } = address;
  const [pastWaits] = useState(manyAtOnce && wanted === undefined);
  const running = useFlow(name, { pastWaits, wanted });
  const { state, reopen } = running;
  useOtherAnswers(state, initial, () => void reopen(manyAtOnce ? "instead" : "start-over"));
  const open = state.kind === "open" ? state : null;
  const { steps, shown } = useShownStep(open, address);

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

  const { flow } = open;
  const screen = stepPropsOf(open, { ...address, steps, shown }, { ...running, home });
  const place = {
    home,
    kept: screen.definition.flow.subject === "account",
    helps: linkAddress(`flow:${name}`, tradeParts().pages) !== HELP,
    startOver: () => void reopen("start-over"),
  };
  return (
    <FlowContext value={place}>
      {showsForm(open, shown) ? (
        <FormStep
          key={shown}
          {...screen}
          flow={flow}
          step={shown}
          below={below}
          {...(filled?.[shown] ? { initial: filled[shown] } : {})}
        />
      ) : (
        <PositionScreen key={shown} screen={screen} flow={flow} running={running} home={home} />
      )}
    </FlowContext>
  );
}

type RunnerProps = {
  readonly flow: string;
  /** Address that Back leads to from the first screen. */
  readonly home?: string;
  /** Answers to open the flow with, by step. If the stored answers differ from these, the flow restarts. */
  readonly initial?: Readonly<Record<string, JsonObject>>;
  /**
   * Initial values of forms without an answer. In a preview these are the answers of a made-up person, and
   * they never restart the flow.
   */
  readonly filled?: Readonly<Record<string, JsonObject>>;
  /** Content shown under every form. */
  readonly below?: ReactNode;
  /**
   * Whether a second instance may start while one waits. If so, a second instance starts when the flow is
   * opened without `?step=`.
   */
  readonly manyAtOnce?: boolean;
};

/** Whether the screen is a form: the current position asks for input, or an earlier answer is shown. */
function showsForm({ view: { at } }: OpenFlow, shown: string): boolean {
  return shown !== at.step || at.kind === "form" || (at.kind === "effect" && at.state === "ask");
}

/**
 * Returns the props that every screen gets: the view, and functions to go back, to change an earlier answer
 * and to go on.
 */
function stepPropsOf(
  { view, flow }: OpenFlow,
  walk: Pick<StepAddress, "change" | "go"> & { readonly steps: readonly string[]; readonly shown: string },
  { busy, submit, refresh, home }: RunningFlow & { readonly home: string },
): StepProps {
  const { steps, shown, change, go } = walk;
  const before = stepBefore(steps, shown);
  return {
    view,
    definition: flow.compiled.definition,
    progress: progressOf(flow.compiled, view, shown),
    busy,
    back: before === null ? home : () => go(before, { replace: true }),
    submit,
    // After the server accepted an answer, shows the next screen that the person has already passed. If there
    // is none, shows the new position.
    onTaken: (next) => {
      const walked = openSteps(next, (step) => isForm(flow, step));
      const following = change ? null : stepAfter(walked, shown);
      go(following ?? next.at.step);
    },
    changeStep: (step) => (steps.includes(step) ? () => go(step, { change: "1" }) : null),
    onOver: () => void refresh(),
  };
}

/** The screen of a position that is not a form. */
function PositionScreen({
  screen,
  flow,
  running: { refresh, reopen },
  home,
}: {
  readonly screen: StepProps;
  readonly flow: OpenFlow["flow"];
  readonly running: RunningFlow;
  readonly home: string;
}) {
  const words = useText();
  const { view, progress, changeStep } = screen;
  const { at } = view;
  switch (at.kind) {
    case "review":
      return <ReviewStep {...screen} flow={flow} at={at} />;
    case "challenge":
      return <ChallengeStep {...screen} step={at.step} />;
    case "effect":
      return <RunningStep {...screen} at={at} refresh={refresh} />;
    case "wait":
      return <WaitStep view={view} flow={flow} progress={progress} at={at} refresh={refresh} />;
    case "end":
      return (
        <EndStep
          view={view}
          flow={flow}
          at={at}
          back={home}
          again={() => void reopen("again")}
          changeStep={changeStep}
        />
      );
    case "form":
    case "needs":
      // Only the server could supply the missing fact, so there is no form for it. The page shows an error
      // and lets the person try again.
      return (
        <TaskPage title={words("common:error.title")} back={home}>
          <ErrorState error={null} retry={() => void refresh()} />
        </TaskPage>
      );
  }
}
