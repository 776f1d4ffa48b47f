import type { ComponentProps, ReactNode } from "react";
import { SelectField } from "../kit/parts/fields.tsx";

/** A value to choose, and its label. */
export type Choice = readonly [value: string, label: string];

/** A select of named choices. */
export function ChoiceField({
  choices,
  empty = null,
  children,
  ...field
}: ComponentProps<typeof SelectField> & {
  readonly choices: readonly Choice[];
  /** The label of the empty value; without it a choice is always made. */
  readonly empty?: string | null;
  /** Options between the empty value and the choices. */
  readonly children?: ReactNode;
}) {
  return (
    <SelectField {...field}>
      {empty === null ? null : <option value="">{empty}</option>}
      {children}
      {choices.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
