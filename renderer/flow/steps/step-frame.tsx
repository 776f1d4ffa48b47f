import type { ReactNode } from "react";
import type { Definition, Progress } from "../../../engine/flow/index.ts";
import { TaskPage } from "../../kit/parts/pages.tsx";
import { Phrases } from "../../kit/parts/phrases.tsx";
import { firstText, useText } from "../../kit/text/i18n.ts";
import { FlowBar } from "./flow-bar.tsx";
import { stepText } from "./step-text.ts";

/**
 * The frame of every step: app bar, progress, heading, content and the main button, which stays at the
 * bottom.
 */
export function StepFrame({
  definition,
  step,
  progress,
  back,
  close,
  dock,
  before,
  children,
}: {
  readonly definition: Definition;
  readonly step: string;
  readonly progress: Progress;
  readonly back?: (() => void) | string | undefined;
  readonly close?: string | undefined;
  readonly dock?: ReactNode;
  /** Content shown above the heading, such as the error summary. */
  readonly before?: ReactNode;
  readonly children: ReactNode;
}) {
  useText();
  const title = stepText(definition, step, "title") ?? "";
  const intro = stepText(definition, step, "intro");
  return (
    <TaskPage
      title={firstText([`${definition.flow.namespace}:${definition.flow.id}.title`]) ?? ""}
      heading={title}
      {...(back ? { back } : {})}
      {...(close ? { close } : {})}
      dock={dock}
    >
      {close === undefined ? <FlowBar /> : null}
      {progress && progress.of > 1 ? <ProgressBar {...progress} /> : null}
      {before}
      <h1 tabIndex={-1}>
        <Phrases text={title} />
      </h1>
      {intro ? (
        <p className="mut intro">
          <Phrases text={intro} />
        </p>
      ) : null}
      {children}
    </TaskPage>
  );
}

function ProgressBar({ index, of, screen, screens, minutesLeft }: NonNullable<Progress>) {
  const words = useText();
  const said = words("common:flow.stepOf", { index, of });
  const within = screens > 1 ? words("common:flow.screenOf", { screen, screens }) : "";
  return (
    <div className="prog">
      <p>
        <span>
          {said}
          {within ? ` · ${within}` : ""}
        </span>
        <span>
          {index === of && screen === screens
            ? words("common:flow.lastStep")
            : minutesLeft
              ? words("common:flow.minutesLeft", { count: minutesLeft })
              : ""}
        </span>
      </p>
      <progress
        className="bar"
        value={index - 1 + screen / screens}
        max={of}
        aria-label={within ? `${said}, ${within}` : said}
      />
    </div>
  );
}
