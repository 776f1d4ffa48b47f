import { languageFacts } from "../../../engine/values/languages.ts";
import { formatDate, formatNumber } from "../../kit/text/format.ts";
import type { Language } from "../../kit/text/i18n.ts";
import type { LinePoint } from "./line-point.ts";
import { figuresOf, placeIn, SKETCH, type Sketch, sketchOf } from "./sketch-of.ts";
import "./sketch.css";

/** Number of business days below which the range is shorter than two months. */
const FEW_DAYS = 40;
/** Height of the drawing with its labels, in pixels. */
export const SKETCH_HEIGHT = 240;
const TOP = 12;
const BOTTOM = 28;
const AXIS = 60;
const PLOT = SKETCH_HEIGHT - TOP - BOTTOM;

/**
 * A line over time with at most one dashed reference line, as static markup without a script. The interactive
 * chart later takes its place without moving other content.
 */
export function LineSketch({
  points,
  label,
  lng,
  onBrand,
  marked = null,
  columns,
}: {
  readonly points: readonly LinePoint[];
  readonly label: string;
  readonly lng: Language;
  /** Whether the sketch is drawn on the brand's background. */
  readonly onBrand?: boolean;
  /** Index of the highlighted day; `null` if no day is highlighted. */
  readonly marked?: number | null;
  /** Number of columns. Of a long history, each column shows the minimum and the maximum. */
  readonly columns?: number;
}) {
  const sketch = sketchOf(points, columns);
  const middle = Math.floor((points.length - 1) / 2);
  const days = points.length < 2 || middle === 0 ? [0] : [0, middle];
  return (
    <div className={onBrand ? "sketch sketch--brand" : "sketch"}>
      <svg
        className="sketchline"
        viewBox={`0 0 ${SKETCH.width} ${SKETCH.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {sketch.ticks.map((tick) => (
          <path key={tick} className="across" d={`M0 ${downIn(sketch, tick)}H${SKETCH.width}`} />
        ))}
        {points.length > 1 ? <path className="under" d={sketch.area} /> : null}
        {sketch.reference === "" ? null : <path className="held" d={sketch.reference} />}
        <path className={points.length === 1 ? "line dot" : "line"} d={sketch.line} />
        <Mark points={points} at={marked} sketch={sketch} />
      </svg>
      <svg className="sketchfigures" width={AXIS} height={SKETCH_HEIGHT} aria-hidden="true">
        {sketch.ticks.slice(1).map((tick) => (
          <text key={tick} x={8} y={TOP + placeIn(PLOT, sketch.downOf(tick)) + 5}>
            {formatNumber(tick)}
          </text>
        ))}
      </svg>
      <p className="sketchdays" aria-hidden="true">
        {days.map((at) => (
          <span key={at}>{axisDay(points, at, lng)}</span>
        ))}
      </p>
    </div>
  );
}

function Mark({
  points,
  at,
  sketch,
}: {
  readonly points: readonly LinePoint[];
  readonly at: number | null;
  readonly sketch: Sketch;
}) {
  const point = points[at ?? -1];
  if (at === null || point === undefined) return null;
  const value = figuresOf([point]).values[0] ?? 0;
  const place = `${placeIn(SKETCH.width, at / Math.max(1, points.length - 1))} ${downIn(sketch, value)}`;
  return <path className="line dot" d={`M${place}L${place}`} />;
}

function downIn(sketch: Sketch, value: number): number {
  return placeIn(SKETCH.height, sketch.downOf(value));
}

/** Returns a day as the axis shows it: the day for short ranges, the month for longer ones (`พ.ค. 2026`). */
export function axisDay(points: readonly LinePoint[], at: number, lng: Language): string {
  const date = points[at]?.date ?? "";
  if (date === "" || points.length < FEW_DAYS) return formatDate(date).slice(0, 5);
  const form = { month: "short", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(languageFacts(lng).dates, form).format(new Date(`${date}T00:00:00Z`));
}
