/**
 * The figures of one day: the value, and the reference if there is one. An account also has its profit on
 * that day. All figures are decimal text.
 */
export type LinePoint = {
  readonly date: string;
  readonly value: string;
  readonly reference?: string;
  readonly profit?: string;
};
