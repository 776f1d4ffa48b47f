import { useEffect, useEffectEvent } from "react";
import type { Definition, ShownValue } from "../../../engine/flow/index.ts";
import { useTimeTo } from "../../kit/parts/use-time-left.ts";
import { formatDate, formatDuration, formatTime } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { labelOf, linesOf } from "../show-value.ts";
import type { Read } from "./shown-panel.tsx";

const DAY_MS = 86_400_000;

/**
 * Shows a deadline above the main button, and what applies until then. On the last day it also shows the time
 * left.
 */
export function TimeLeft({
  definition,
  values,
  read,
  now,
  onOver,
}: {
  readonly definition: Definition;
  readonly values: readonly ShownValue[];
  readonly read: Read;
  /** Server time at which the view was loaded; empty if unknown. */
  readonly now: string;
  /** Called when the deadline has passed, so that the page loads the new state. */
  readonly onOver?: () => void;
}) {
  const words = useText();
  const countdown = values.find(({ role }) => role === "countdown");
  const end = countdown === undefined ? undefined : read(countdown.path);
  const left = useTimeTo(typeof end === "string" ? end : null, now);
  const isOver = left !== null && left <= 0;
  const over = useEffectEvent(() => onOver?.());
  // Calls `onOver` once for each deadline.
  useEffect(() => {
    if (isOver && end !== undefined) over();
  }, [isOver, end]);
  if (countdown === undefined || typeof end !== "string") return null;
  const { gives } = countdown.parts;
  const [given] =
    gives === undefined ? [] : linesOf(definition, gives, read(gives), { ...countdown, role: null });
  const isToday = left !== null && left > 0 && left < DAY_MS;
  return (
    <p className="docknote">
      <span>
        {labelOf(definition, countdown.path)}{" "}
        {isToday ? (
          <>
            <span className="nb">{words("common:flow.time", { time: formatTime(end) })}</span>{" "}
            <span className="nb">
              {words("common:flow.left")}{" "}
              <b translate="no" className="num">
                {formatDuration(left, words)}
              </b>
            </span>
          </>
        ) : (
          words("common:flow.at", { time: formatTime(end), date: formatDate(end) })
        )}
      </span>
      {given ? (
        <span>
          {given.label} {given.value}
        </span>
      ) : null}
    </p>
  );
}
