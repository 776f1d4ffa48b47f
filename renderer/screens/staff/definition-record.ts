import type { VersionRecord } from "../../api/answers.ts";

/** Whether it still waits for a decision. */
export function isOpen({ state }: Pick<VersionRecord, "state">): boolean {
  return state === "proposed" || state === "draft";
}

/** How a state is coloured. */
export const STATE_TONES = {
  draft: "warn",
  proposed: "warn",
  approved: "info",
  published: "info",
  refused: "loss",
} as const;
