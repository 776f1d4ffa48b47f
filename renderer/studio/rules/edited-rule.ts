import type { Readable } from "../blocks/readable.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { Studied } from "../engine/use-engine.ts";

/** A rule that is being edited, with everything that its controls read and change. */
export type EditedRule = {
  /** Path of the rule's file. */
  readonly file: string;
  readonly flow: string;
  readonly namespace: string;
  readonly studied: Studied;
  readonly readable: Readable;
  readonly drafting: Drafting;
  readonly mayEdit: boolean;
  readonly onLimit: () => void;
};
