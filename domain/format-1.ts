import type { FlowOfFormat1, Role, Shown, ShownValue, Step } from "../engine/flow/index.ts";

/** Data path of the time at which orders close for the day's NAV. */
const CUT_OFF = "facts.dealing.cutOff";
const NAV_DATE = "facts.dealing.navDate";

/**
 * Returns what a step of a flow file in format 1 shows. Format 1 lists only paths, so the role of each value
 * is derived from its name or from the function that computes it. Do not add cases here: new flows declare
 * roles in format 2 (docs/adr/0051-what-a-screen-shows-is-said.md).
 */
export function shownInFormat1(of: FlowOfFormat1, id: string): readonly Shown[] {
  const step = of.flow.steps[id];
  if (step === undefined) return [];
  const paths = pathsOf(step);
  const { kind } = step;
  const charges = paths.filter((path) => ["fee", "vat"].includes(functionOf(of, path)));
  const estimates = paths.flatMap((path) => priceOf(of, path) ?? []);
  const shownElsewhere = new Set([
    ...charges.flatMap((path) => rateOf(of, path) ?? []),
    ...(kind === "review" ? [] : estimates.flatMap(({ price, asOf }) => [price, asOf])),
    ...(kind === "form" && paths.includes(CUT_OFF) ? [NAV_DATE] : []),
  ]);
  const values = paths
    .filter((path) => !shownElsewhere.has(path))
    .map((path): ShownValue => shownAs(of, kind, path, paths));
  const whole = kind === "form" ? wholeOf(of, paths) : null;
  const order = kind === "wait" || (kind === "end" && step.outcome === "done") ? orderOf(of) : null;
  return [
    ...values,
    ...(whole === null ? [] : [value(whole, "amount")]),
    ...(order === null ? [] : [value(order, "timeline")]),
  ];
}

function shownAs(of: FlowOfFormat1, kind: Step["kind"], path: string, paths: readonly string[]): ShownValue {
  const role = roleOf(of, kind, path, paths);
  const rate = role === "deduction" ? rateOf(of, path) : null;
  const price = role === "estimate" ? priceOf(of, path) : null;
  const gives = role === "countdown" && paths.includes(NAV_DATE) ? { gives: NAV_DATE } : {};
  const parts = { ...(rate === null ? {} : { rate }), ...(price ?? {}), ...gives };
  const formats = [path, ...Object.values(parts)].flatMap((place) => {
    const format = formatOf(place);
    return format === null ? [] : [[place, format] as const];
  });
  return {
    ...value(path, role),
    parts,
    ...(formats.length === 0 ? {} : { formats: Object.fromEntries(formats) }),
  };
}

function roleOf(of: FlowOfFormat1, kind: Step["kind"], path: string, paths: readonly string[]): Role | null {
  const isForm = kind === "form" || kind === "effect";
  switch (functionOf(of, path)) {
    case "fee":
    case "vat":
      return "deduction";
    case "net":
      return "total";
    case "units":
      return kind === "review" ? null : "estimate";
  }
  if ((kind === "wait" || kind === "end") && path.endsWith(".reference")) return "reference";
  if (kind === "review")
    return path.startsWith("answers.") && path.endsWith(".amount") && amountsIn(paths) === 1
      ? "amount"
      : null;
  if (!isForm || !path.startsWith("facts.")) return null;
  if (path === CUT_OFF) return kind === "form" ? "countdown" : "note";
  return /^facts\.\w+\.min[A-Z]\w*$/.test(path) ? "limit" : "note";
}

/**
 * Returns the format of a value. Format 1 schemas declare no format for rates and years, and declare a NAV as
 * units.
 */
function formatOf(path: string): string | null {
  const name = path.split(".").at(-1) ?? "";
  if (/Bps$/.test(name)) return "basis-points";
  if (/nav$/i.test(name)) return "nav";
  return /year/i.test(name) ? "year" : null;
}

function pathsOf(step: Step): readonly string[] {
  const shows = "shows" in step ? (step.shows ?? []) : [];
  return [...new Set(shows.flatMap((path) => (typeof path === "string" ? [path.replace(/\?$/, "")] : [])))];
}

function amountsIn(paths: readonly string[]): number {
  return paths.filter((path) => path.startsWith("answers.") && path.endsWith(".amount")).length;
}

function rateOf(of: FlowOfFormat1, path: string): string | null {
  return argumentsOf(of, path).find((place) => /Bps$/.test(place)) ?? null;
}

/** Returns the data paths of the price from which a number of units is computed, and of the price's date. */
function priceOf(of: FlowOfFormat1, path: string): { price: string; asOf: string } | null {
  if (functionOf(of, path) !== "units") return null;
  const price = argumentsOf(of, path).find((place) => /\.nav$/.test(place));
  return price === undefined ? null : { price, asOf: `${price}AsOf` };
}

/** Returns the data path of the gross amount, before deductions. */
function wholeOf(of: FlowOfFormat1, paths: readonly string[]): string | null {
  const net = paths.find((path) => functionOf(of, path) === "net");
  const places = net === undefined ? [] : argumentsOf(of, net);
  return places.find((path) => path.startsWith("answers.") && !paths.includes(path)) ?? null;
}

/** Returns the data path of the order that one of the flow's effects places. */
function orderOf({ flow, effects }: FlowOfFormat1): string | null {
  for (const [id, step] of Object.entries(flow.steps)) {
    const properties = step.kind === "effect" ? effects[step.effect]?.output.properties : undefined;
    if (typeof properties === "object" && properties !== null && Object.hasOwn(properties, "order"))
      return `effects.${id}.order`;
  }
  return null;
}

function functionOf({ flow }: FlowOfFormat1, path: string): string {
  const [root, name = ""] = path.split(".");
  const made = root === "derived" ? flow.derived[name] : undefined;
  return made !== undefined && "fn" in made ? made.fn : "";
}

function argumentsOf({ flow }: FlowOfFormat1, path: string): readonly string[] {
  const [root, name = ""] = path.split(".");
  const made = root === "derived" ? flow.derived[name] : undefined;
  return made !== undefined && "fn" in made ? made.args : [];
}

function value(path: string, role: Role | null): ShownValue {
  return { kind: "value", path, role, parts: {} };
}
