import type { Field, Widget } from "@rjsf/utils";
import type { ComponentType } from "react";
import type { Trade } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { View } from "../kit/api/answers.ts";
import type { Language } from "../kit/text/i18n.ts";

/** A group of fields that is drawn, validated and shown as one, such as an address. */
export type TradeGroup = {
  /** Draws the group, with RJSF's object field. */
  readonly field: Field;
  /** Special widgets of some of its fields. */
  readonly widgets: { readonly [field: string]: Widget };
  /** Checks a filled group: returns the field that does not match, and the error text. */
  readonly fault: (
    group: JsonObject,
  ) => { readonly field: string; readonly code: string; readonly text: string } | null;
  /** A part of it in the reader's language. */
  readonly shown: (field: string, text: string, language: Language) => string;
};

/** A made-up record for previews, where no server is asked. */
export type MadeUp = (path: string, view: View) => unknown;

/**
 * What the trade supplies to the runner, which by itself knows only general parts. Filled in by
 * `renderer/portal/trade/index.ts`.
 */
export type TradeParts = {
  /** Functions and formats that flows may name. */
  readonly trade: Trade;
  /** Widgets that a flow's hints may name. */
  readonly widgets: { readonly [name: string]: Widget };
  /** Widgets with several controls, whose label is a legend. */
  readonly groupWidgets: readonly string[];
  /** The default widget of a format. */
  readonly widgetOfFormat: { readonly [format: string]: string };
  /** Groups of fields, by the hint that names them. */
  readonly groups: { readonly [name: string]: TradeGroup };
  /** A hook: loads the data that `shown` of these groups needs. */
  readonly useShownGroups: (groups: readonly string[], language: Language) => void;
  /** Pictures above a field's choices, by the hint that names them. */
  readonly charts: { readonly [name: string]: ComponentType };
  /** The explanation of a code that is its own label. */
  readonly besideCode: (code: string) => string | null;
  /** The timeline of something a flow created, by its id. */
  readonly Timeline: ComponentType<{ readonly id: string }>;
  /** Flows that have a page of their own. */
  readonly pages: { readonly [flow: string]: string };
  readonly madeUp: MadeUp;
};

/** The default: plain fields and plain values. */
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

/** Sets how the trade's parts are loaded; call it before the first flow is opened. */
export function runFlowsWith(fetching: () => Promise<TradeParts>): void {
  fetchParts = fetching;
}

/** Loads the parts; afterwards `tradeParts` returns them. */
export async function loadTradeParts(): Promise<TradeParts> {
  parts = await fetchParts();
  return parts;
}

/** The trade's parts; empty before they are loaded. */
export function tradeParts(): TradeParts {
  return parts;
}
