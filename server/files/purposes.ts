import names from "../../schemas/names.json" with { type: "json" };

/** The purpose of an upload, which determines the accepted files. */
export type Purpose = {
  readonly pdf: boolean;
  readonly maxBytes: number;
  /** Minimum number of pixels of an image's shorter side, so that the image is readable; 0 for no minimum. */
  readonly leastSide: number;
};

const MEGABYTE = 1024 * 1024;

/**
 * Returns the purpose with this name; `null` if unknown. Inherited names (`constructor`, `__proto__`) are
 * unknown.
 */
export function purposeOf(name: string): Purpose | null {
  return Object.hasOwn(PURPOSES, name) ? (PURPOSES[name] ?? null) : null;
}

/** The purposes of uploads, by the name that `ui.<field>.purpose` of a flow uses. */
export const PURPOSES: Readonly<Record<string, Purpose>> = Object.fromEntries(
  Object.entries<NamedPurpose>(names.purposes).map(([purpose, { pdf, megabytes, leastSide = 0 }]) => [
    purpose,
    { pdf, maxBytes: megabytes * MEGABYTE, leastSide },
  ]),
);

type NamedPurpose = { readonly pdf: boolean; readonly megabytes: number; readonly leastSide?: number };
