/**
 * Rounds to the nearest whole number, a tie away from zero (2.5 → 3, −2.5 → −3).
 * @throws if the denominator is not positive.
 */
export function halfUp(numerator: bigint, denominator: bigint): bigint {
  assertPositive("halfUp", denominator);
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * magnitude + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

/**
 * Rounds towards zero (2.9 → 2, −2.9 → −2).
 * @throws if the denominator is not positive.
 */
export function truncate(numerator: bigint, denominator: bigint): bigint {
  assertPositive("truncate", denominator);
  return numerator / denominator;
}

function assertPositive(name: string, denominator: bigint): void {
  if (denominator <= 0n) throw new Error(`${name}: the denominator must be positive, not ${denominator}`);
}
