import type { VersionRecord } from "../../kit/api/answers.ts";

/** Whether a version still waits for a decision. */
export function isOpen({ state }: Pick<VersionRecord, "state">): boolean {
  return state === "proposed" || state === "draft";
}

/** The badge colour of each state. */
export const STATE_TONES = {
  draft: "warn",
  proposed: "warn",
  approved: "info",
  published: "info",
  refused: "loss",
  withdrawn: "warn",
} as const;

/** Returns the badge of a version in lists: in force, outdated (it can only be refused), or its state. */
export function standOf(of: VersionRecord, inForce: boolean) {
  if (inForce) return { key: "definition:state.inForce", tone: "gain" } as const;
  if (of.outdated) return { key: "definition:state.outdated", tone: "loss" } as const;
  return { key: `definition:state.${of.state}`, tone: STATE_TONES[of.state] } as const;
}
