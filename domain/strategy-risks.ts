/**
 * Keys of the texts that say what may go wrong with a strategy, by what it invests in and how it treats currencies. A text has a line
 * for each risk.
 */
export function riskKeysOf({
  typeKey,
  currencyPolicyKey,
}: {
  readonly typeKey: string;
  readonly currencyPolicyKey: string;
}): readonly string[] {
  return [
    typeKey.replace("strategy:types.", "strategy:risks.type."),
    currencyPolicyKey.replace("strategy:currencyPolicies.", "strategy:risks.currency."),
  ];
}
