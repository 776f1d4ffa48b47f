/** One day's figure, and what it is held against where there is something; of an account its profit by then. Decimal text. */
export type LinePoint = {
  readonly date: string;
  readonly value: string;
  readonly reference?: string;
  readonly profit?: string;
};
