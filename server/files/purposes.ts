import names from "../../schemas/names.json" with { type: "json" };

/** What an upload is for decides what it may be. */
export type Purpose = {
  readonly pdf: boolean;
  readonly maxBytes: number;
  /** Pixels of the shorter side that a picture needs to be read; 0 where any will do. */
  readonly leastSide: number;
};

const MEGABYTE = 1024 * 1024;

/** The purpose of that name, or `null`; what every object has (`constructor`, `__proto__`) is none. */
export function purposeOf(name: string): Purpose | null {
  return Object.hasOwn(PURPOSES, name) ? (PURPOSES[name] ?? null) : null;
}

/** Every purpose that a flow may name in `ui.<field>.purpose`. */
export const PURPOSES: Readonly<Record<string, Purpose>> = Object.fromEntries(
  Object.entries<NamedPurpose>(names.purposes).map(([purpose, { pdf, megabytes, leastSide = 0 }]) => [
    purpose,
    { pdf, maxBytes: megabytes * MEGABYTE, leastSide },
  ]),
);

type NamedPurpose = { readonly pdf: boolean; readonly megabytes: number; readonly leastSide?: number };
