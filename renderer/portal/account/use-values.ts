import { useState } from "react";

/** Holds the typed texts of a small form, by field. `set(field)` is the change handler of one field. */
export function useValues<Name extends string>(initial: Readonly<Record<Name, string>>) {
  const [values, setValues] = useState(initial);
  const set = (name: Name) => (value: string) => setValues((before) => ({ ...before, [name]: value }));
  return { values, set };
}
