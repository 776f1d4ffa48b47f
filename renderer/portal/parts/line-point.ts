/** One day's figure and its reference, if any; for an account, its profit on that day. Decimal text. */
export type LinePoint = {
  readonly date: string;
  readonly value: string;
  readonly reference?: string;
  readonly profit?: string;
};
