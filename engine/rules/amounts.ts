import { compareDecimals, formatDecimal, parseDecimal } from "../values/decimal.ts";

/**
 * Computes sums, differences, products, minimum and maximum of amounts exactly. Operands are decimals or
 * whole numbers.
 */
export function amountMath(
  fn: "+" | "-" | "*" | "min" | "max",
  amounts: { readonly values: readonly (string | number)[]; readonly scale: number },
): string {
  const { values, scale } = amounts;
  if (fn === "*") {
    let product = 1n;
    for (const value of values) product *= typeof value === "number" ? BigInt(value) : whole(value, scale);
    return formatDecimal(product, scale);
  }
  const numbers = values.map((value) => whole(String(value), scale));
  const first = numbers[0] as bigint;
  if (fn === "-") return formatDecimal(numbers.length === 1 ? -first : first - (numbers[1] as bigint), scale);
  let result = first;
  for (const next of numbers.slice(1)) {
    if (fn === "+") result += next;
    else if (fn === "min" ? next < result : next > result) result = next;
  }
  return formatDecimal(result, scale);
}

/** Compares two amounts. Amounts may be negative. */
export const compareAmounts = compareDecimals;

function whole(text: string, scale: number): bigint {
  const parsed = parseDecimal(text, scale);
  if (!parsed.ok) throw new Error(`amountMath: ${parsed.error.code}: ${text}`);
  return parsed.value;
}
