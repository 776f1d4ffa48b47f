import type { ChangeLine } from "../../kit/api/answers.ts";

const TONES = {
  open: { tone: "info" },
  waiting: { tone: "warn" },
  scheduled: { tone: "info" },
  "sent-back": { tone: "loss" },
  published: { tone: "gain" },
  withdrawn: {},
} as const;

/** The badge colour of a change's state. */
export function toneOf({ status }: Pick<ChangeLine, "status">): (typeof TONES)[ChangeLine["status"]] {
  return TONES[status];
}
