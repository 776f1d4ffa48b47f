import {
  CircleAlert,
  FileText,
  Flag,
  GitFork,
  Hourglass,
  ListChecks,
  LockKeyhole,
  type LucideIcon,
  Server,
} from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from "react";
import type { Definition, Step } from "../../../engine/flow/index.ts";
import { keyed } from "../../kit/parts/keyed.ts";
import { useText } from "../../kit/text/i18n.ts";
import type { WayOn } from "../engine/messages.ts";
import { centre, layoutOf, type Spot } from "./layout.ts";

const ICONS: { readonly [kind in Step["kind"]]: LucideIcon } = {
  form: FileText,
  review: ListChecks,
  challenge: LockKeyhole,
  effect: Server,
  wait: Hourglass,
  decide: GitFork,
  end: Flag,
};

/**
 * Row height of the map, in pixels. The step height and the map width follow. All three must be equal to the
 * values in the style sheet.
 */
const ROW = 46;
const HEIGHT = 36;
const WIDTH = 292;

/**
 * The steps of a flow in order, as buttons over a drawing of the transitions. On phones, the map is a plain
 * list.
 */
export function FlowMap({
  definition,
  ways,
  titleOf,
  chosen,
  faults,
  onChoose,
}: {
  readonly definition: Definition;
  readonly ways: readonly WayOn[];
  readonly titleOf: (step: string) => string;
  readonly chosen: string;
  /** Number of errors of each step, by step id. */
  readonly faults: ReadonlyMap<string, number>;
  readonly onChoose: (step: string) => void;
}) {
  const { steps } = definition.flow;
  const known = useMemo(
    () => ways.filter(({ from, to, how }) => how !== "reopen" && from in steps && to in steps),
    [ways, steps],
  );
  const spots = useMemo(() => layoutOf(Object.keys(steps), known), [steps, known]);
  const order = [...spots].sort(([, a], [, b]) => a.row - b.row || a.column - b.column).map(([step]) => step);
  const rows = Math.max(0, ...[...spots.values()].map(({ row }) => row)) + 1;
  const list = useRef<HTMLOListElement>(null);
  useVisibleStep(list);
  const move = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = order[order.indexOf(chosen) + by];
    if (next === undefined) return;
    onChoose(next);
    document.getElementById(`step-${next}`)?.focus();
  };
  return (
    <ol ref={list} className="flowmap" style={{ height: rows * ROW }} onKeyDown={move}>
      <li className="lines" aria-hidden="true">
        <svg width={WIDTH} height={rows * ROW} aria-hidden="true">
          <Lines ways={known} spots={spots} chosen={chosen} />
        </svg>
      </li>
      {order.map((step) => (
        <li key={step} style={placeOf(spots.get(step) as Spot)}>
          <MapStep
            id={step}
            kind={(steps[step] as Step).kind}
            title={titleOf(step)}
            faults={faults.get(step) ?? 0}
            isChosen={step === chosen}
            onChoose={() => onChoose(step)}
          />
        </li>
      ))}
    </ol>
  );
}

/** Scrolls the map so that the current step is visible, without scrolling the page. */
function useVisibleStep(list: RefObject<HTMLOListElement | null>): void {
  useEffect(() => {
    const step = list.current?.querySelector<HTMLElement>("[aria-current]");
    const scroll = list.current?.parentElement;
    if (!step || !scroll) return;
    const [inner, outer] = [step.getBoundingClientRect(), scroll.getBoundingClientRect()];
    if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
    scroll.scrollTop += inner.top - outer.top - outer.height / 3;
  });
}

/** The transitions between the steps. Those of the current step are highlighted. */
function Lines({
  ways,
  spots,
  chosen,
}: {
  readonly ways: readonly WayOn[];
  readonly spots: ReadonlyMap<string, Spot>;
  readonly chosen: string;
}) {
  return keyed(ways, ({ from, to, how }) => `${how} ${from} ${to}`).map(
    ({ key, item: { from, to, how } }) => {
      const [start, end] = [spots.get(from), spots.get(to)];
      if (start === undefined || end === undefined) return null;
      const isOwn = from === chosen || to === chosen;
      // Transitions that depend on the result of an effect are drawn only for the current step. With all of
      // them, there would be too many lines.
      if (how === "route" && !isOwn) return null;
      return <path key={key} className={[isOwn ? "own" : "", how].join(" ")} d={lineOf(start, end)} />;
    },
  );
}

/** A step on the map, with its number of errors. */
function MapStep({
  id,
  kind,
  title,
  faults,
  isChosen,
  onChoose,
}: {
  readonly id: string;
  readonly kind: Step["kind"];
  readonly title: string;
  readonly faults: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const words = useText();
  const Icon = ICONS[kind];
  return (
    <button
      type="button"
      id={`step-${id}`}
      className={`mapstep mapstep--${kind}${faults > 0 ? " bad" : ""}`}
      aria-current={isChosen ? "step" : undefined}
      onClick={onChoose}
    >
      <Icon size={16} aria-hidden="true" />
      <span className="name">{title}</span>
      <span className="sr">{words(`studio:kind.${kind}`)}</span>
      {faults > 0 ? (
        <span className="count">
          <CircleAlert size={16} aria-hidden="true" />
          <span className="sr">{words("studio:findings.count", { count: faults })}</span>
        </span>
      ) : null}
    </button>
  );
}

function placeOf({ row, column, of }: Spot) {
  return of === 1
    ? { top: row * ROW, left: "17%", width: "66%" }
    : { top: row * ROW, left: column === 0 ? "0" : "51%", width: "49%" };
}

/**
 * Returns the path of a line from the bottom of one step to the top of another. The line goes around the
 * steps between them.
 */
function lineOf(start: Spot, end: Spot): string {
  const [fromX, toX] = [centre(start) * WIDTH, centre(end) * WIDTH];
  const [fromY, toY] = [start.row * ROW + HEIGHT, end.row * ROW];
  if (end.row <= start.row)
    return `M${fromX} ${fromY - HEIGHT} C${fromX} ${toY} ${toX} ${fromY} ${toX} ${toY}`;
  const gap = (ROW - HEIGHT) / 2;
  if (end.row === start.row + 1) return `M${fromX} ${fromY} V${fromY + gap} H${toX} V${toY}`;
  const side = toX < WIDTH / 2 || (toX === WIDTH / 2 && fromX < WIDTH / 2) ? -6 : WIDTH + 6;
  return `M${fromX} ${fromY} V${fromY + gap} H${side} V${toY - gap} H${toX} V${toY}`;
}
