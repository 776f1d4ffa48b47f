/**
 * Returns the text keys of a strategy's risks. One key depends on the type of assets, the other on the
 * currency policy. Each text has one line per risk.
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
