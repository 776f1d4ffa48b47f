import type { Field, Widget } from "@rjsf/utils";
import type { ComponentType } from "react";
import type { Trade } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { View } from "../kit/api/answers.ts";
import type { Language } from "../kit/text/i18n.ts";

/** A group of fields that is drawn, judged and shown as one, such as an address. */
export type TradeGroup = {
  /** Draws the group, by RJSF's own object field. */
  readonly field: Field;
  /** The widget of each of its fields that has one of its own. */
  readonly widgets: { readonly [field: string]: Widget };
  /** What of a filled group does not belong together: the field, and the sentence that stands at it. */
  readonly fault: (
    group: JsonObject,
  ) => { readonly field: string; readonly code: string; readonly text: string } | null;
  /** A part of it as a reader of this language knows it. */
  readonly shown: (field: string, text: string, language: Language) => string;
};

/** A record that a panel asks the server for, made up for who only looks at a path. */
export type MadeUp = (path: string, view: View) => unknown;

/**
 * What the runner is given by the trade whose flows it runs; by itself it knows only what every trade has. Filled in by
 * `renderer/portal/trade/index.ts`.
 */
export type TradeParts = {
  /** Functions and formats that flows name. */
  readonly trade: Trade;
  /** Widgets that a flow's hints may name. */
  readonly widgets: { readonly [name: string]: Widget };
  /** Those that are several controls: their label is a legend. */
  readonly groupWidgets: readonly string[];
  /** The widget of a field without a hint, by its format. */
  readonly widgetOfFormat: { readonly [format: string]: string };
  /** Groups of fields, by the hint that names them. */
  readonly groups: { readonly [name: string]: TradeGroup };
  /** A hook: fetches what `shown` of these groups needs. */
  readonly useShownGroups: (groups: readonly string[], language: Language) => void;
  /** Pictures above the choices of a field, by the hint that names them. */
  readonly charts: { readonly [name: string]: ComponentType };
  /** What is said beside a code that is its own name. */
  readonly besideCode: (code: string) => string | null;
  /** What became of something that a flow brought about, and what follows: by its id. */
  readonly Timeline: ComponentType<{ readonly id: string }>;
  /** The page of a flow that has one of its own. */
  readonly pages: { readonly [flow: string]: string };
  readonly madeUp: MadeUp;
};

/** A runner that was given nothing: plain fields, plain values. */
const NOTHING: TradeParts = {
  trade: { formats: {}, functions: {} },
  widgets: {},
  groupWidgets: [],
  widgetOfFormat: {},
  groups: {},
  useShownGroups: () => undefined,
  charts: {},
  besideCode: () => null,
  Timeline: () => null,
  pages: {},
  madeUp: () => null,
};

let parts = NOTHING;
let fetchParts: () => Promise<TradeParts> = async () => NOTHING;

/** Says, before the first flow is opened, where the parts of the trade come from. */
export function runFlowsWith(fetching: () => Promise<TradeParts>): void {
  fetchParts = fetching;
}

/** Fetches the parts; whatever draws a flow finds them in `tradeParts`. */
export async function loadTradeParts(): Promise<TradeParts> {
  parts = await fetchParts();
  return parts;
}

/** The parts of the trade: nothing before they were fetched. */
export function tradeParts(): TradeParts {
  return parts;
}
