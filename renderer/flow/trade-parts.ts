import type { Field, Widget } from "@rjsf/utils";
import type { ComponentType } from "react";
import type { Trade } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { View } from "../kit/api/answers.ts";
import type { Language } from "../kit/text/i18n.ts";

/** A group of fields that is drawn, validated and displayed as one, such as an address. */
export type TradeGroup = {
  /** Draws the group, with RJSF's object field. */
  readonly field: Field;
  /** Special widgets for some fields of the group. */
  readonly widgets: { readonly [field: string]: Widget };
  /** Checks a filled group. Returns the field that contradicts the others, and the error text. */
  readonly fault: (
    group: JsonObject,
  ) => { readonly field: string; readonly code: string; readonly text: string } | null;
  /** Returns the text of one field of the group in the reader's language. */
  readonly shown: (field: string, text: string, language: Language) => string;
};

/** Returns a made-up record. Previews use it in place of a call to the server. */
export type MadeUp = (path: string, view: View) => unknown;

/**
 * The parts that the trade module adds to the runner, which is general and knows nothing about funds.
 * `renderer/portal/trade/index.ts` contains these parts.
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
  /** A React hook. It loads the data that the `shown` functions of the given groups need. */
  readonly useShownGroups: (groups: readonly string[], language: Language) => void;
  /** Charts shown above a field's choices, by the hint that names them. */
  readonly charts: { readonly [name: string]: ComponentType };
  /**
   * Returns the explanation of a code that has no text of its own, such as the code of an investment
   * strategy; `null` if there is none.
   */
  readonly besideCode: (code: string) => string | null;
  /** Draws the timeline of a record that a flow created, by the record's id. */
  readonly Timeline: ComponentType<{ readonly id: string }>;
  /** Addresses of the flows that have a page of their own, by flow name. */
  readonly pages: { readonly [flow: string]: string };
  readonly madeUp: MadeUp;
};

/** The default before the parts are loaded: plain fields and plain values. */
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

/** Sets how the trade module's parts are loaded. Call it before the first flow is opened. */
export function runFlowsWith(fetching: () => Promise<TradeParts>): void {
  fetchParts = fetching;
}

/** Loads the trade module's parts. When they are loaded, `tradeParts` returns them. */
export async function loadTradeParts(): Promise<TradeParts> {
  parts = await fetchParts();
  return parts;
}

/** Returns the trade module's parts; plain defaults before they are loaded. */
export function tradeParts(): TradeParts {
  return parts;
}
