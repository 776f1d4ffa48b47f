import type { Path } from "../rules/rule.ts";
import type { Role } from "./flow-file.ts";

/** The parts of a shown entry that contain data paths, in display order. */
export const SHOWN_PARTS = ["value", "rate", "price", "asOf", "gives"] as const;

export type ShownPart = (typeof SHOWN_PARTS)[number];

/** One entry on a screen. Paths have no trailing `?`. */
export type Shown =
  | { readonly kind: "heading"; readonly heading: string }
  | {
      readonly kind: "value";
      readonly path: Path;
      /**
       * Meaning of the value to the person. `null` means that the value is shown in the default form of its
       * type.
       */
      readonly role: Role | null;
      readonly parts: { readonly [part in Exclude<ShownPart, "value">]?: Path };
    };

/** A value that a screen shows. */
export type ShownValue = Extract<Shown, { kind: "value" }>;
