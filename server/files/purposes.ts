import names from "../../schemas/names.json" with { type: "json" };

/** The purpose of an upload, which determines the accepted files. */
export type Purpose = {
  readonly pdf: boolean;
  readonly maxBytes: number;
  /** Minimum pixels of a picture's shorter side to be readable; 0 for any. */
  readonly leastSide: number;
};

const MEGABYTE = 1024 * 1024;

/** Returns the purpose of that name, or `null`. Inherited names (`constructor`, `__proto__`) are none. */
export function purposeOf(name: string): Purpose | null {
  return Object.hasOwn(PURPOSES, name) ? (PURPOSES[name] ?? null) : null;
}

/** The purposes for `ui.<field>.purpose` of a flow. */
export const PURPOSES: Readonly<Record<string, Purpose>> = Object.fromEntries(
  Object.entries<NamedPurpose>(names.purposes).map(([purpose, { pdf, megabytes, leastSide = 0 }]) => [
    purpose,
    { pdf, maxBytes: megabytes * MEGABYTE, leastSide },
  ]),
);

type NamedPurpose = { readonly pdf: boolean; readonly megabytes: number; readonly leastSide?: number };
