import { ChartLine, Download, ImageDown, Table2 } from "lucide-react";
import { Fragment, lazy, Suspense, useState } from "react";
import { saveFile } from "../../kit/parts/save-file.ts";
import { ScrollSection } from "../../kit/parts/scroll-section.tsx";
import { Delta } from "../../kit/parts/small-parts.tsx";
import { formatDate, formatNumber } from "../../kit/text/format.ts";
import { type Translate, useLanguage, useText } from "../../kit/text/i18n.ts";
import { chartCsv, dayText, type LineNames, monthsOf } from "./chart-figures.ts";
import { navChange, RANGES, type Range, type Shown, shownIn } from "./chart-range.ts";
import type { LinePoint } from "./line-point.ts";
import { LineSketch } from "./line-sketch.tsx";
import "./portal.css";

const LineChart = lazy(() => import("./line-chart.tsx"));

/**
 * A chart with range buttons, a summary sentence, a day slider, a table, CSV and a picture. It is static
 * markup until the first touch, which loads the interactive chart.
 */
export function ChartPanel({
  points,
  names,
  onBrand,
  subject,
  children,
}: {
  readonly points: readonly LinePoint[];
  readonly names: LineNames;
  readonly onBrand?: boolean;
  /** Subject of the figures. A picture that is shared without its page shows this text. */
  readonly subject?: string;
  /** Returns the sentence about the shown range; by default, the change in percent. */
  readonly children?: (shown: Shown, range: string) => React.ReactNode;
}) {
  const words = useText();
  const [range, setRange] = useState<Range>("6m");
  const [asTable, setAsTable] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const [touched, setTouched] = useState(false);
  const shown = shownIn(points, range);
  // If the history is shorter than the range, the text names the first date of the history.
  const rangeWord = shown.whole
    ? words("my-account:strategy.range.since", { date: formatDate(points[0]?.date ?? "") })
    : words(`my-account:strategy.range.${range}`);
  const label = `${names[0]} ${rangeWord}`;
  const chart = { points: shown.points, names, label, onBrand: onBrand ?? false };
  return (
    <div className="gap8">
      <div className="screenhead">
        <p className="small">
          {children ? children(shown, rangeWord) : <Change shown={shown} range={rangeWord} />}
        </p>
        <ChartTools of={chart} subject={subject} asTable={asTable} onTable={() => setAsTable(!asTable)} />
      </div>
      {asTable ? (
        <ChartTable points={shown.points} names={names} />
      ) : (
        <TouchableChart
          of={chart}
          touched={touched}
          onTouch={() => setTouched(true)}
          chosen={chosen}
          choose={setChosen}
        />
      )}
      {names[1] && !asTable ? <Legend names={names} onBrand={onBrand ?? false} /> : null}
      <RangeSwitch
        range={range}
        choose={(one) => {
          setRange(one);
          setChosen(null);
        }}
      />
    </div>
  );
}

/** What the chart draws: the shown points, their names, and the sentence that describes them. */
type Drawn = {
  readonly points: readonly LinePoint[];
  readonly names: LineNames;
  readonly label: string;
  readonly onBrand: boolean;
};

/** Buttons for CSV and picture, and the switch between chart and table. */
function ChartTools({
  of,
  subject,
  asTable,
  onTable,
}: {
  readonly of: Drawn;
  readonly subject: string | undefined;
  readonly asTable: boolean;
  readonly onTable: () => void;
}) {
  const words = useText();
  const Icon = asTable ? ChartLine : Table2;
  return (
    <span className="charttools">
      <button
        type="button"
        className="iconbtn"
        aria-label={words("my-account:statements.csv")}
        onClick={() =>
          saveFile(new Blob([chartCsv(of.points, of.names, words)], { type: "text/csv" }), "chart.csv")
        }
      >
        <Download size={22} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="iconbtn"
        aria-label={words("my-account:strategy.picture")}
        disabled={of.points.length === 0}
        onClick={() => void savePicture(of, subject, words)}
      >
        <ImageDown size={22} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="iconbtn"
        aria-pressed={asTable}
        aria-label={words(asTable ? "my-account:strategy.chartShow" : "my-account:strategy.table")}
        onClick={onTable}
      >
        <Icon size={22} aria-hidden="true" />
      </button>
    </span>
  );
}

async function savePicture(of: Drawn, subject: string | undefined, words: Translate): Promise<void> {
  const { pictureOf } = await import("./line-chart.tsx");
  const [first, last] = [of.points[0], of.points.at(-1)];
  const lines = [
    [subject, of.label].filter((text) => text !== undefined).join(" · "),
    ...(first && last ? [`${formatDate(first.date)} – ${dayText(last, of.names, words)}`] : []),
  ];
  saveFile(await pictureOf({ ...of, lines }), "chart.png");
}

/** The static sketch, which the interactive chart replaces at the first touch, and the day slider. */
function TouchableChart({
  of,
  touched,
  onTouch,
  chosen,
  choose,
}: {
  readonly of: Drawn;
  readonly touched: boolean;
  readonly onTouch: () => void;
  /** Index of the chosen day; `null` before the person chooses one. */
  readonly chosen: number | null;
  readonly choose: (at: number) => void;
}) {
  const lng = useLanguage();
  const { points, names, label, onBrand } = of;
  const sketch = <LineSketch points={points} label={label} lng={lng} onBrand={onBrand} marked={chosen} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element takes no input, it only detects the first touch.
    <div
      // A pointer that moves over the chart counts as a touch. A pointer that only enters the chart does not,
      // because the page may have scrolled below a still pointer.
      onPointerMove={onTouch}
      onPointerDown={onTouch}
      onFocus={onTouch}
    >
      {touched && points.length > 0 ? (
        <Suspense fallback={sketch}>
          <LineChart points={points} names={names} label={label} onBrand={onBrand} marked={chosen} />
        </Suspense>
      ) : (
        sketch
      )}
      <DaySlider points={points} names={names} at={chosen} choose={choose} />
    </div>
  );
}

function Legend({ names, onBrand }: { readonly names: LineNames; readonly onBrand: boolean }) {
  return (
    <p className={onBrand ? "legend" : "legend legend--plain"} aria-hidden="true">
      <span>
        <i /> {names[0]}
      </span>
      <span>
        <i className="dashed" /> {names[1]}
      </span>
    </p>
  );
}

function RangeSwitch({ range, choose }: { readonly range: Range; readonly choose: (range: Range) => void }) {
  const words = useText();
  return (
    <fieldset className="range">
      <legend className="sr">{words("my-account:strategy.chart")}</legend>
      {(Object.keys(RANGES) as Range[]).map((one) => (
        <button key={one} type="button" aria-pressed={one === range} onClick={() => choose(one)}>
          {words(`my-account:strategy.range.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}

function Change({ shown, range }: { readonly shown: Shown; readonly range: string }) {
  const words = useText();
  const percent = navChange(shown);
  if (percent === null) return null;
  const [before = "", after = ""] = words("my-account:strategy.sentence", { range, change: "\u0000" }).split(
    "\u0000",
  );
  return (
    <>
      {before}
      <Delta percent={percent} />
      {after}
    </>
  );
}

/**
 * A slider with which a person reads a chart day by day, by keyboard or touch. The slider starts at the last
 * day.
 */
export function DaySlider({
  points,
  names,
  at,
  choose,
}: {
  readonly points: readonly LinePoint[];
  readonly names: LineNames;
  /** Index of the chosen day; `null` before the person chooses one. */
  readonly at: number | null;
  readonly choose: (at: number) => void;
}) {
  const words = useText();
  const place = at ?? points.length - 1;
  const point = points[place];
  if (point === undefined || points.length < 2) return null;
  const text = dayText(point, names, words);
  return (
    <div className="dayslider">
      <p className="small" aria-hidden="true">
        {text}
      </p>
      <input
        type="range"
        min={0}
        max={points.length - 1}
        value={place}
        aria-label={words("my-account:strategy.date")}
        aria-valuetext={text}
        onChange={(event) => choose(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

/** The chart as a table. Each month has one row with its last day, which can be expanded to all days. */
export function ChartTable({
  points,
  names,
}: {
  readonly points: readonly LinePoint[];
  readonly names: LineNames;
}) {
  const words = useText();
  const [open, setOpen] = useState<string | null>(null);
  const months = monthsOf(points);
  return (
    <ScrollSection className="tablewrap figures" label={names[0]}>
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">{words("my-account:strategy.date")}</th>
            {names.map((name) => (
              <th key={name} scope="col" className="r">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ last, days }) => (
            <Fragment key={last.date}>
              <tr>
                <td>
                  {days.length > 1 ? (
                    <button
                      type="button"
                      className="link"
                      aria-expanded={open === last.date}
                      onClick={() => setOpen(open === last.date ? null : last.date)}
                    >
                      {formatDate(last.date)}
                    </button>
                  ) : (
                    formatDate(last.date)
                  )}
                </td>
                <Cells of={last} names={names} />
              </tr>
              {open === last.date
                ? days.slice(1).map((day) => (
                    <tr key={day.date}>
                      <td>{formatDate(day.date)}</td>
                      <Cells of={day} names={names} />
                    </tr>
                  ))
                : null}
            </Fragment>
          ))}
        </tbody>
      </table>
    </ScrollSection>
  );
}

function Cells({ of, names }: { readonly of: LinePoint; readonly names: LineNames }) {
  return (
    <>
      <td className="r">{formatNumber(of.value)}</td>
      {names.length > 1 ? <td className="r">{formatNumber(of.reference ?? "")}</td> : null}
    </>
  );
}
