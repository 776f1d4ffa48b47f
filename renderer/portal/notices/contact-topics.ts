/** What somebody may want to be called about, as the flow `contact-back` takes it. */
export const CONTACT_TOPICS = [
  "OPEN_ACCOUNT",
  "STRATEGIES",
  "CORPORATE_ACCOUNT",
  "TECHNICAL_HELP",
  "OTHER",
] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number];

/** Whether a text names one of them. */
export function isContactTopic(text: string | undefined): text is ContactTopic {
  return CONTACT_TOPICS.some((one) => one === text);
}
