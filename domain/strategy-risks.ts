/**
 * Returns the keys of the texts about the risks of a strategy: one by its type of assets, one by its currency
 * policy. A text has a line for each risk.
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
