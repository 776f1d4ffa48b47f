import type { ComponentProps, ReactNode } from "react";
import { SelectField } from "../kit/parts/fields.tsx";

/** A value that can be chosen, with its label. */
export type Choice = readonly [value: string, label: string];

/** A select of named choices. */
export function ChoiceField({
  choices,
  empty = null,
  children,
  ...field
}: ComponentProps<typeof SelectField> & {
  readonly choices: readonly Choice[];
  /** Label of the empty option. If no label is given, one of the choices is always selected. */
  readonly empty?: string | null;
  /** Options between the empty option and the choices. */
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
