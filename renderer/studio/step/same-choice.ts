import { LANGUAGES, type Language } from "../../../engine/values/languages.ts";
import type { Pair } from "./pair-fields.tsx";

/** Returns the languages in which a choice has the same name as one of the others. Empty names do not count. */
export function sameNames(choice: Pair, others: readonly Pair[]): readonly Language[] {
  return LANGUAGES.filter((lng) => {
    const name = comparable(choice[lng]);
    return name !== "" && others.some((other) => comparable(other[lng]) === name);
  });
}

/** Whether any two of these choices have the same name in a language. */
export function haveSameNames(choices: readonly Pair[]): boolean {
  return choices.some((choice, at) => sameNames(choice, choices.slice(at + 1)).length > 0);
}

/** People read names alike if only spaces or capitals differ. */
function comparable(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}
