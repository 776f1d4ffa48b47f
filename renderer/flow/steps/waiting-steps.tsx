import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Position, Progress } from "../../../engine/flow/index.ts";
import type { View } from "../../kit/api/answers.ts";
import { Button, ButtonLink } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { LoadedFlow } from "../module.ts";
import { shownGroups } from "../shown-groups.ts";
import { sayFailure } from "../use-flow.ts";
import { walkOf } from "../walk-of.ts";
import { References } from "./reference-card.tsx";
import { type Read, ShownPanel } from "./shown-panel.tsx";
import { StepFrame } from "./step-frame.tsx";
import type { StepProps } from "./step-props.ts";
import { stepText } from "./step-text.ts";
import { Timelines } from "./timelines.tsx";

/**
 * First polling interval in milliseconds; later intervals are longer. Most checks end at once, and a check
 * that takes minutes needs no frequent polling.
 */
const FIRST_POLL_MS = 400;
const SLOWEST_POLL_MS = 8000;

/**
 * The screen of a running effect. It shows what happens and polls the server. If the effect has stopped, the
 * person can continue it.
 */
export function RunningStep({
  at,
  definition,
  progress,
  busy,
  submit,
  onTaken,
  refresh,
}: Pick<StepProps, "definition" | "progress" | "busy" | "submit" | "onTaken"> & {
  readonly at: Extract<Position, { kind: "effect" }>;
  readonly refresh: () => Promise<void>;
}) {
  const words = useText();
  const slow = usePolling(refresh);
  const begin = async () => {
    const outcome = await submit(at.step, {});
    if (outcome?.kind === "taken") onTaken(outcome.view);
    else if (outcome) sayFailure(outcome.failure);
  };
  // A due effect starts with a submission, never with a read. The page therefore submits once when it arrives
  // at this step.
  const begun = useRef(false);
  const due = at.state === "due";
  const beginHere = useEffectEvent(() => void begin());
  useEffect(() => {
    if (!due || begun.current) return;
    begun.current = true;
    beginHere();
  }, [due]);
  return (
    <StepFrame
      definition={definition}
      step={at.step}
      progress={progress}
      dock={
        due && slow ? (
          <Button kind="main" wide busy={busy} onClick={() => void begin()}>
            {words("button:tryAgain")}
          </Button>
        ) : undefined
      }
    >
      <div translate="no" className="running" role="status">
        <span className="spin" aria-hidden="true" />
        <p className="mut">{words(slow ? "common:flow.stillRunning" : "common:flow.running")}</p>
      </div>
      {slow ? <Note>{words("common:flow.mayLeave")}</Note> : null}
    </StepFrame>
  );
}

/**
 * The screen while the flow waits for an outside event, such as a payment. It shows what to do, the deadline,
 * and what happens automatically.
 */
export function WaitStep({
  view,
  at,
  flow,
  progress,
  refresh,
}: {
  readonly view: View;
  readonly at: Extract<Position, { kind: "wait" }>;
  readonly flow: LoadedFlow;
  readonly progress: Progress;
  readonly refresh: () => Promise<void>;
}) {
  const words = useText();
  usePolling(refresh);
  const { definition } = flow.compiled;
  const walk = walkOf(flow.compiled, view);
  const read: Read = (path) => walk?.read(path);
  return (
    <StepFrame
      definition={definition}
      step={at.step}
      progress={progress}
      close="/overview"
      dock={
        <ButtonLink kind="soft" wide href="/overview">
          {words("common:flow.toOverview")}
        </ButtonLink>
      }
    >
      <References definition={definition} step={at.step} read={read} />
      <ShownPanel definition={definition} groups={shownGroups(definition, at.step)} read={read} />
      <Timelines definition={definition} step={at.step} read={read} />
      <div translate="no" className="running running--small" role="status">
        <span className="spin" aria-hidden="true" />
        <p className="mut">{stepText(definition, at.step, "next") ?? words("common:flow.waiting")}</p>
      </div>
    </StepFrame>
  );
}

/** Polls the server repeatedly. Returns whether the wait has become long. */
function usePolling(refresh: () => Promise<void>): boolean {
  const [slow, setSlow] = useState(false);
  const again = useRef(refresh);
  again.current = refresh;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let pause = FIRST_POLL_MS;
    let here = true;
    const look = async () => {
      if (!document.hidden) await again.current();
      if (!here) return;
      pause = Math.min(SLOWEST_POLL_MS, pause * 1.4);
      if (pause > 4000) setSlow(true);
      timer = setTimeout(look, pause);
    };
    timer = setTimeout(look, pause);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, []);
  return slow;
}
