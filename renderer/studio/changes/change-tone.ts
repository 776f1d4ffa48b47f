import type { ChangeLine } from "../../kit/api/answers.ts";
import type { Language } from "../../kit/text/i18n.ts";

const TONES = {
  open: { tone: "info" },
  waiting: { tone: "warn" },
  scheduled: { tone: "info" },
  "sent-back": { tone: "loss" },
  published: { tone: "gain" },
  withdrawn: {},
} as const;

/** Returns the badge colour of a change's state. */
export function toneOf({ status }: Pick<ChangeLine, "status">): (typeof TONES)[ChangeLine["status"]] {
  return TONES[status];
}

/**
 * Returns the title of a change. Initially a change has the name of its flow, which is shown in the reader's
 * language. A title that a person wrote is shown unchanged.
 */
export function titleOfChange({ title, flows }: Pick<ChangeLine, "title" | "flows">, lng: Language): string {
  const flow = flows.find((one) => one.title.th === title || one.title.en === title);
  return flow?.title[lng] ?? title;
}
