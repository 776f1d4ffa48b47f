import { formatTypedDate, type LocalDate, parseTypedDate } from "../../../engine/values/local-date.ts";
import { normaliseDigits } from "../../../engine/values/thai-digits.ts";
import type { SwitchDesk, SwitchPosition } from "../../kit/api/answers.ts";

/** Tiers of customers for whom a switch may be on. `TYPES` are the customer types. */
export const TIERS = ["standard", "plus", "prestige"] as const;
export const TYPES = ["INDIVIDUAL", "JURISTIC"] as const;
type Tier = (typeof TIERS)[number];
type CustomerType = (typeof TYPES)[number];

/** A switch position as a proposal contains it. */
export type ProposedPosition = Omit<SwitchPosition, "tiers" | "customerTypes"> & {
  readonly tiers?: readonly Tier[];
  readonly customerTypes?: readonly CustomerType[];
};

/** The people for whom a switch is on. */
export type Mode = "off" | "everybody" | "some";

/** A position as it is typed in the form. */
export type Typed = {
  readonly mode: Mode;
  readonly from: string;
  readonly until: string;
  readonly percent: string;
  readonly tiers: readonly Tier[];
  readonly customerTypes: readonly CustomerType[];
  readonly accounts: string;
  readonly reason: string;
};

/** The name of a field that has an error. */
export type Wrong = "from" | "until" | "percent" | "some" | "reason";

/** Returns the form's input for the current position of a switch. */
export function typedOf({ position, enabled }: SwitchDesk["switches"][number]): Typed {
  const { from, until, percent, tiers = [], customerTypes = [], accounts = [] } = position ?? { on: enabled };
  const isSome = (percent ?? 100) < 100 || tiers.length + customerTypes.length + accounts.length > 0;
  return {
    mode: enabled ? (isSome ? "some" : "everybody") : "off",
    from: from === undefined ? "" : formatTypedDate(from as LocalDate),
    until: until === undefined ? "" : formatTypedDate(until as LocalDate),
    percent: percent === undefined ? "" : String(percent),
    tiers: tiers.filter(isTier),
    customerTypes: customerTypes.filter(isCustomerType),
    accounts: accounts.join("\n"),
    reason: "",
  };
}

/** Returns the position that the form describes, and the names of fields with errors. */
export function readTyped(typed: Typed): {
  readonly position: ProposedPosition;
  readonly faults: readonly Wrong[];
} {
  const { mode, tiers, customerTypes } = typed;
  const reason: readonly Wrong[] = typed.reason.trim().length < 3 ? ["reason"] : [];
  if (mode === "off") return { position: { on: false }, faults: reason };
  const day = (text: string) => {
    const read = parseTypedDate(normaliseDigits(text.trim()));
    return text.trim() === "" ? undefined : read.ok ? read.value : null;
  };
  const [from, until] = [day(typed.from), day(typed.until)];
  const percent = typed.percent.trim() === "" ? undefined : Number(normaliseDigits(typed.percent.trim()));
  const accounts = typed.accounts.split(/[\s,]+/).filter((one) => one !== "");
  const isSome = mode === "some";
  const isEmpty = percent === undefined && tiers.length + customerTypes.length + accounts.length === 0;
  const isShare = percent === undefined || (Number.isInteger(percent) && percent >= 1 && percent <= 100);
  const isTurned = typeof from === "string" && typeof until === "string" && from > until;
  const faults: readonly Wrong[] = [
    ...(isSome && isEmpty ? (["some"] as const) : []),
    ...(isSome && !isShare ? (["percent"] as const) : []),
    ...(from === null ? (["from"] as const) : []),
    ...(until === null || isTurned ? (["until"] as const) : []),
    ...reason,
  ];
  return {
    position: {
      on: true,
      ...(typeof from === "string" ? { from } : {}),
      ...(typeof until === "string" ? { until } : {}),
      ...(isSome && percent !== undefined ? { percent } : {}),
      ...(isSome && tiers.length > 0 ? { tiers } : {}),
      ...(isSome && customerTypes.length > 0 ? { customerTypes } : {}),
      ...(isSome && accounts.length > 0 ? { accounts } : {}),
    },
    faults,
  };
}

function isTier(word: string): word is Tier {
  return TIERS.some((one) => one === word);
}

function isCustomerType(word: string): word is CustomerType {
  return TYPES.some((one) => one === word);
}
