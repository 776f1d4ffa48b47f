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

/** The badge colour of a change's state. */
export function toneOf({ status }: Pick<ChangeLine, "status">): (typeof TONES)[ChangeLine["status"]] {
  return TONES[status];
}

/**
 * The title of a change. One that is the name of its flow, which is how a change begins, is shown in the reader's
 * language; a title that a person wrote stays as written.
 */
export function titleOfChange({ title, flows }: Pick<ChangeLine, "title" | "flows">, lng: Language): string {
  const flow = flows.find((one) => one.title.th === title || one.title.en === title);
  return flow?.title[lng] ?? title;
}
