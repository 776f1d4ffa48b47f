import { LineChart as Line } from "echarts/charts";
import { AriaComponent, GridComponent, TooltipComponent } from "echarts/components";
import * as echarts from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import EChartsReactCore from "echarts-for-react/esm/core";
import { useMemo } from "react";
import { formatDate, formatNumber } from "../../kit/text/format.ts";
import { language } from "../../kit/text/i18n.ts";
import "./portal.css";

echarts.use([Line, GridComponent, TooltipComponent, AriaComponent, CanvasRenderer]);

/** So many business days are less than two months. */
const FEW_DAYS = 40;

/** One day's figure, and what it is held against where there is something; of an account its profit by then. Decimal text. */
export type LinePoint = {
  readonly date: string;
  readonly value: string;
  readonly reference?: string;
  readonly profit?: string;
};

/** One line over time and at most one dashed reference. `label` says the same in a sentence; a table stands beside it. */
export default function LineChart({
  points,
  label,
  names,
  onBrand,
}: {
  readonly points: readonly LinePoint[];
  readonly label: string;
  /** What the line and the reference are called. */
  readonly names: readonly [string, string?];
  /** Drawn on the brand's own ground. */
  readonly onBrand?: boolean;
}) {
  const option = useMemo(
    () => optionOf({ points, label, names, onBrand: onBrand ?? false }),
    [points, label, names, onBrand],
  );
  return <EChartsReactCore echarts={echarts} option={option} notMerge lazyUpdate className="chart" />;
}

function optionOf(of: {
  readonly points: readonly LinePoint[];
  readonly label: string;
  readonly names: readonly [string, string?];
  readonly onBrand: boolean;
}): Record<string, unknown> {
  const { points, onBrand } = of;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = getComputedStyle(document.body).fontFamily;
  const line = colour(onBrand ? "--chart-on-brand" : "--brand-ink");
  const quiet = colour(onBrand ? "--on-brand-2" : "--ink-2");
  const text = { color: quiet, fontFamily: font, fontSize: 13 };
  // Weeks are told apart by their days, longer stretches by their months.
  const weeks = points.length < FEW_DAYS;
  const said = (date: string) => (weeks ? formatDate(date).slice(0, 5) : monthOf(date));
  const hasReference = points.some((point) => point.reference !== undefined);
  return {
    animation: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    animationDuration: 180,
    aria: { enabled: true, label: { description: of.label } },
    grid: { left: 4, right: 64, top: 12, bottom: 28 },
    xAxis: {
      type: "category",
      data: points.map((point) => formatDate(point.date)),
      boundaryGap: false,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        ...text,
        interval: Math.max(0, Math.floor((points.length - 1) / 2) - 1),
        align: "left",
        formatter: (_: string, at: number) => said(points[at]?.date ?? ""),
        showMaxLabel: false,
      },
    },
    yAxis: {
      type: "value",
      position: "right",
      scale: true,
      splitNumber: 3,
      axisLabel: { ...text, formatter: (value: number) => formatNumber(value), showMinLabel: false },
      splitLine: { lineStyle: { color: colour(onBrand ? "--brand-line" : "--line") } },
    },
    // The HTML tooltip writes inline styles, which the page's policy forbids.
    tooltip: {
      trigger: "axis",
      renderMode: "richText",
      backgroundColor: colour("--ink"),
      borderWidth: 0,
      textStyle: { color: colour("--surface"), fontFamily: font, fontSize: 14 },
      formatter: (shown: readonly { readonly dataIndex: number }[]) => {
        const point = points[shown[0]?.dataIndex ?? -1];
        if (point === undefined) return "";
        const reference =
          point.reference === undefined ? "" : `\n${of.names[1] ?? ""} ${formatNumber(point.reference)}`;
        return `${formatDate(point.date)}\n${of.names[0]} ${formatNumber(point.value)}${reference}`;
      },
    },
    series: [
      {
        type: "line",
        data: points.map((point) => Number(point.value)),
        showSymbol: points.length === 1,
        lineStyle: { width: 2, color: line },
        itemStyle: { color: line },
        areaStyle: { opacity: 0.28, color: fading(line) },
      },
      ...(hasReference
        ? [
            {
              type: "line",
              data: points.map((point) => Number(point.reference)),
              showSymbol: false,
              lineStyle: { width: 1.5, type: "dashed", color: quiet },
              itemStyle: { color: quiet },
            },
          ]
        : []),
    ],
  };
}

/** A colour that thins out towards the axis, so that the line stays the message. */
function fading(colour: string): Record<string, unknown> {
  const stops = [
    { offset: 0, color: colour },
    { offset: 1, color: "rgba(127, 127, 127, 0)" },
  ];
  return { type: "linear", x: 0, y: 0, x2: 0, y2: 1, colorStops: stops };
}

/** The month of a day as the axis says it, `พ.ค. 2026`. */
function monthOf(date: string): string {
  if (date === "") return "";
  const form = { month: "short", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language() === "th" ? "th-TH-u-ca-gregory" : "en-GB", form).format(
    new Date(`${date}T00:00:00Z`),
  );
}
