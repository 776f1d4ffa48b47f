import { LineChart as Line } from "echarts/charts";
import { AriaComponent, GridComponent, TooltipComponent } from "echarts/components";
import * as echarts from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import EChartsReactCore from "echarts-for-react/esm/core";
import { useMemo } from "react";
import { formatDate, formatNumber } from "../../kit/text/format.ts";
import { language } from "../../kit/text/i18n.ts";
import type { LinePoint } from "./line-point.ts";
import { axisDay, SKETCH_HEIGHT } from "./line-sketch.tsx";
import { figuresOf, ticksOf } from "./sketch-of.ts";
import "./portal.css";

echarts.use([Line, GridComponent, TooltipComponent, AriaComponent, CanvasRenderer]);

/**
 * With more points than pixels, the chart draws fewer points and keeps the shape of the line. Drawing all of
 * 10,000 points took four times as long.
 */
const MANY_POINTS = { sampling: "lttb" } as const;

/**
 * A line over time, with at most one dashed reference line. `label` describes the chart in a sentence; a
 * table has the data.
 */
export default function LineChart({
  points,
  label,
  names,
  onBrand,
  marked = null,
}: {
  readonly points: readonly LinePoint[];
  readonly label: string;
  /** Names of the line and of the reference line. */
  readonly names: readonly [string, string?];
  /** Whether the chart is drawn on the brand's background. */
  readonly onBrand?: boolean;
  /** Index of the highlighted day; `null` if no day is highlighted. */
  readonly marked?: number | null;
}) {
  const option = useMemo(
    () => optionOf({ points, label, names, onBrand: onBrand ?? false, marked }),
    [points, label, names, onBrand, marked],
  );
  return (
    <EChartsReactCore
      echarts={echarts}
      option={option}
      notMerge
      lazyUpdate
      className="chart"
      style={{ height: SKETCH_HEIGHT }}
    />
  );
}

/** Returns the chart as a picture file with a background. The texts stand above the chart. */
export async function pictureOf(of: {
  readonly points: readonly LinePoint[];
  readonly label: string;
  readonly names: readonly [string, string?];
  readonly onBrand: boolean;
  /** Text lines of the picture: name and range, first and last day. */
  readonly lines: readonly string[];
}): Promise<Blob> {
  const { width, height, head, edge } = PICTURE;
  const chart = echarts.init(document.createElement("div"), null, { width: width - 2 * edge, height });
  try {
    chart.setOption({ ...optionOf({ ...of, marked: null }), animation: false });
    const drawn = chart.renderToCanvas({ pixelRatio: 2 });
    const canvas = document.createElement("canvas");
    canvas.width = width * 2;
    canvas.height = (height + head) * 2;
    const pen = canvas.getContext("2d");
    if (pen === null) throw new Error("pictureOf: this browser has no canvas");
    const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    pen.scale(2, 2);
    pen.fillStyle = colour(of.onBrand ? "--brand" : "--surface");
    pen.fillRect(0, 0, width, height + head);
    pen.fillStyle = colour(of.onBrand ? "--on-brand" : "--ink");
    of.lines.forEach((line, at) => {
      pen.font = `${at === 0 ? 600 : 400} ${at === 0 ? 22 : 16}px ${getComputedStyle(document.body).fontFamily}`;
      pen.fillText(line, edge, 40 + at * 28, width - 2 * edge);
    });
    pen.drawImage(drawn, edge, head, width - 2 * edge, height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error("pictureOf: no picture"))),
        "image/png",
      ),
    );
  } finally {
    chart.dispose();
  }
}

/** Size of the picture in pixels. It is drawn at double resolution. */
const PICTURE = { width: 960, height: 420, head: 120, edge: 32 } as const;

type Drawn = {
  readonly points: readonly LinePoint[];
  readonly label: string;
  readonly names: readonly [string, string?];
  readonly onBrand: boolean;
  readonly marked: number | null;
};

type Option = Readonly<Record<string, unknown>>;

function optionOf(of: Drawn): Option {
  const { points, marked } = of;
  const look = lookOf(of);
  const { values, references } = figuresOf(points);
  return {
    // While the slider moves, the line is not animated: people could not follow an animation at every step.
    animation: marked === null && !matchMedia("(prefers-reduced-motion: reduce)").matches,
    animationDuration: 180,
    aria: { enabled: true, label: { description: of.label } },
    grid: { left: 4, right: 64, top: 12, bottom: 28 },
    xAxis: dayAxis(points, look),
    yAxis: valueAxis(ticksOf([...values, ...references]), look),
    tooltip: tooltipOf(of, look),
    series: [
      mainLine(values, look),
      ...(points.some((point) => point.reference !== undefined) ? [referenceLine(references, look)] : []),
      ...markOf(points, marked, look.line),
    ],
  };
}

/** The colours and font of a chart, read from the page's styles. */
type Look = {
  readonly colour: (name: string) => string;
  readonly font: string;
  readonly line: string;
  readonly quiet: string;
  readonly grid: string;
  readonly text: Option;
};

function lookOf({ onBrand }: Drawn): Look {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = getComputedStyle(document.body).fontFamily;
  const quiet = colour(onBrand ? "--on-brand-2" : "--ink-2");
  return {
    colour,
    font,
    line: colour(onBrand ? "--chart-on-brand" : "--brand-ink"),
    quiet,
    grid: colour(onBrand ? "--brand-line" : "--line"),
    text: { color: quiet, fontFamily: font, fontSize: 13 },
  };
}

function dayAxis(points: readonly LinePoint[], { text }: Look): Option {
  return {
    type: "category",
    data: points.map((point) => formatDate(point.date)),
    boundaryGap: false,
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: {
      ...text,
      interval: Math.max(0, Math.floor((points.length - 1) / 2) - 1),
      align: "left",
      formatter: (_: string, at: number) => axisDay(points, at, language()),
      showMaxLabel: false,
    },
  };
}

function valueAxis(ticks: readonly number[], { text, grid }: Look): Option {
  return {
    type: "value",
    position: "right",
    // The grid lines are the same as in the sketch that this chart replaces.
    min: ticks[0],
    max: ticks.at(-1),
    interval: (ticks[1] ?? 1) - (ticks[0] ?? 0),
    axisLabel: { ...text, formatter: (value: number) => formatNumber(value), showMinLabel: false },
    splitLine: { lineStyle: { color: grid } },
  };
}

function tooltipOf({ points, names }: Drawn, { colour, font }: Look): Option {
  return {
    trigger: "axis",
    // The page's content security policy forbids inline styles, which HTML tooltips need.
    renderMode: "richText",
    backgroundColor: colour("--ink"),
    borderWidth: 0,
    textStyle: { color: colour("--surface"), fontFamily: font, fontSize: 14 },
    formatter: (shown: readonly { readonly dataIndex: number }[]) => {
      const point = points[shown[0]?.dataIndex ?? -1];
      if (point === undefined) return "";
      const reference =
        point.reference === undefined ? "" : `\n${names[1] ?? ""} ${formatNumber(point.reference)}`;
      return `${formatDate(point.date)}\n${names[0]} ${formatNumber(point.value)}${reference}`;
    },
  };
}

function mainLine(values: readonly number[], { line }: Look): Option {
  return {
    type: "line",
    ...MANY_POINTS,
    data: values,
    showSymbol: values.length === 1,
    lineStyle: { width: 2, color: line },
    itemStyle: { color: line },
    areaStyle: { opacity: 0.28, color: fading(line) },
  };
}

function referenceLine(references: readonly number[], { quiet }: Look): Option {
  return {
    type: "line",
    ...MANY_POINTS,
    data: references,
    showSymbol: false,
    lineStyle: { width: 1.5, type: "dashed", color: quiet },
    itemStyle: { color: quiet },
  };
}

/** Returns the highlighted day as a dot on the line. */
function markOf(
  points: readonly LinePoint[],
  marked: number | null,
  colour: string,
): readonly Record<string, unknown>[] {
  const point = points[marked ?? -1];
  if (marked === null || point === undefined) return [];
  return [
    {
      type: "line",
      data: [[marked, Number(point.value)]],
      showSymbol: true,
      // Without this option, only days with an axis label show their dot.
      showAllSymbol: true,
      symbol: "circle",
      symbolSize: 12,
      itemStyle: { color: colour },
    },
  ];
}

/** Returns a gradient that fades towards the axis, so that the line stands out. */
function fading(colour: string): Record<string, unknown> {
  const stops = [
    { offset: 0, color: colour },
    { offset: 1, color: "rgba(127, 127, 127, 0)" },
  ];
  return { type: "linear", x: 0, y: 0, x2: 0, y2: 1, colorStops: stops };
}
