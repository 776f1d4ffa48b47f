import { useState } from "react";
import type { Json } from "../../../engine/values/json.ts";
import type { ReadablePlace } from "../engine/messages.ts";
import { type Comparison, isPlace, logicOf, type Sign } from "./block.ts";
import { literalFrom, literalSaid } from "./literals.ts";
import type { Readable } from "./readable.ts";

/** The state of a comparison that is being written, with functions to change and save it. */
export type Comparing = {
  /** Chosen data path, or `rule:<id>`; empty before one is chosen. */
  readonly path: string;
  /** Details of the chosen data path; `undefined` for a rule. */
  readonly place: ReadablePlace | undefined;
  readonly sign: Sign | "";
  readonly needsValue: boolean;
  /** Whether the data path is compared with several values. */
  readonly several: boolean;
  readonly value: Comparison["value"];
  /** Value as typed, for a data path without a list of values. */
  readonly typed: string;
  /** Whether the last attempt to save failed, because a part of the comparison was missing or invalid. */
  readonly isBad: boolean;
  readonly choosePlace: (path: string) => void;
  readonly chooseSign: (sign: Sign) => void;
  readonly setValue: (value: Comparison["value"]) => void;
  readonly setTyped: (typed: string) => void;
  /** Passes the logic to the caller if the comparison is complete. */
  readonly set: () => void;
};

/** Holds the state of a comparison's form. It starts with the comparison that is being edited. */
export function useComparing({
  was,
  rule,
  readable: { places },
  onSet,
}: {
  readonly was: Comparison | null;
  readonly rule: string | null;
  readonly readable: Readable;
  readonly onSet: (logic: Json) => void;
}): Comparing {
  const [path, setPath] = useState(was?.path ?? (rule === null ? "" : `rule:${rule}`));
  const [sign, setSign] = useState<Sign | "">(was?.sign ?? "");
  const [value, setValue] = useState<Comparison["value"]>(was?.value ?? "");
  const place = places.find((one) => one.path === path);
  const [typed, setTyped] = useState(
    was === null || isPlace(was.value) || place === undefined ? "" : literalSaid(was.value as Json),
  );
  const [isBad, setBad] = useState(false);
  const needsValue = sign !== "" && !["is", "is-not", "missing", "given"].includes(sign);
  const several = isSeveral(sign);
  const choosePlace = (next: string) => {
    setPath(next);
    const found = places.find((one) => one.path === next);
    const [first] = found === undefined ? [] : signsOf(found);
    setSign(first ?? "");
    setValue("");
    setTyped("");
  };
  const chooseSign = (next: Sign) => {
    setSign(next);
    if (isSeveral(next) !== several) setValue("");
  };
  const set = () => {
    if (path.startsWith("rule:")) return onSet({ rule: path.slice(5) });
    if (place === undefined || sign === "") return setBad(true);
    if (!needsValue) return onSet(logicOf({ path, sign, value: true }));
    if (isPlace(value)) return onSet(logicOf({ path, sign, value }));
    const isListed = place.values.length > 0;
    const literal = isListed ? (value as Json) : literalFrom(typed, place, several);
    const isEmpty = literal === null || literal === "" || (Array.isArray(literal) && literal.length === 0);
    setBad(isEmpty);
    if (!isEmpty) onSet(logicOf({ path, sign, value: literal as Json }));
  };
  const chosen = { path, place, sign, needsValue, several, value, typed, isBad };
  return { ...chosen, choosePlace, chooseSign, setValue, setTyped, set };
}

function isSeveral(sign: Sign | ""): boolean {
  return sign === "in" || sign === "not-in";
}

const ORDERED: readonly Sign[] = [">=", ">", "<=", "<", "==", "!="];
const KNOWN: readonly Sign[] = ["given", "missing"];

/** Returns the signs that a data path can be compared with. The first one is preselected. */
export function signsOf({ kind, values }: ReadablePlace): readonly Sign[] {
  if (kind === "boolean") return ["is", "is-not", "==", "!=", ...KNOWN];
  if (kind === "list") return ["contains", ...KNOWN];
  if (["integer", "number", "decimal", "date", "instant"].includes(kind))
    return values.length > 0 ? [...ORDERED, "in", "not-in", ...KNOWN] : [...ORDERED, ...KNOWN];
  if (kind === "file") return KNOWN;
  return ["==", "!=", "in", "not-in", ...KNOWN];
}
