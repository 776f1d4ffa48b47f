import type { Path } from "../rules/rule.ts";
import type { Role } from "./flow-file.ts";

/** The parts of an entry that name a place, in the order in which they are shown. */
export const SHOWN_PARTS = ["value", "rate", "price", "asOf", "gives"] as const;

/** A part of an entry. */
export type ShownPart = (typeof SHOWN_PARTS)[number];

/** One thing that a screen shows, in the shape of the newest format. Places without the mark that they may be missing. */
export type Shown =
  | { readonly kind: "heading"; readonly heading: string }
  | {
      readonly kind: "value";
      readonly path: Path;
      /** What it is to the person; `null`: it stands in its type's own form. */
      readonly role: Role | null;
      readonly parts: { readonly [part in Exclude<ShownPart, "value">]?: Path };
      /** The formats of its places, where their schemas do not say them yet. */
      readonly formats?: { readonly [path: Path]: string };
    };

/** A value that a screen shows. */
export type ShownValue = Extract<Shown, { kind: "value" }>;
