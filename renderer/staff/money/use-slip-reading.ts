import { useState } from "react";
import { BAHT_SCALE, satangOf } from "../../../domain/money.ts";
import { parseTypedDate } from "../../../engine/values/local-date.ts";
import { parseTypedDecimal } from "../../../engine/values/typed-decimal.ts";
import type { SlipOnDesk } from "../../kit/api/answers.ts";

/** The fields that finance reads from a slip. */
export const SLIP_FIELDS = ["bank", "reference", "amount", "date", "time"] as const;
/** A field that finance reads from a slip. */
export type SlipField = (typeof SLIP_FIELDS)[number];

/** The fields read so far from a slip. */
export type SlipReading = ReturnType<typeof useSlipReading>;

/**
 * Holds what finance types from the picture. If the slip's code was readable, bank and reference are already
 * filled in.
 */
export function useSlipReading(of: SlipOnDesk) {
  const [read, setRead] = useState<Record<SlipField, string>>({
    bank: of.bank ?? "",
    reference: of.bankReference ?? "",
    amount: "",
    date: "",
    time: "",
  });
  const [sure, setSure] = useState<string | null>(null);
  const typed = parseTypedDecimal(read.amount, BAHT_SCALE);
  const order = satangOf(of.amount);
  /** Difference from the order's amount, in satang; `null` if there is none. */
  const off = typed.ok && typed.value !== order ? typed.value - order : null;
  const isSure = sure === read.amount;
  return {
    read,
    write: (field: SlipField, value: string) => setRead({ ...read, [field]: value }),
    off,
    /** Whether the colleague has confirmed that an amount other than the order's is right. */
    isSure,
    setSure: (is: boolean) => setSure(is ? read.amount : null),
    isComplete: SLIP_FIELDS.every((field) => read[field].trim() !== "") && (off === null || isSure),
    body: () => ({
      bank: read.bank,
      reference: read.reference,
      amount: read.amount,
      at: instantOf(read),
    }),
  };
}

/**
 * Returns date and time of a slip as one instant; years may be Buddhist. Invalid input is sent unchanged, so
 * that its field gets the server's error.
 */
function instantOf({ date, time }: { readonly date: string; readonly time: string }): string {
  const day = parseTypedDate(date.trim());
  return day.ok ? `${day.value}T${time.trim()}` : `${date} ${time}`;
}
