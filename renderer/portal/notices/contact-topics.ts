/** The contact topics that the flow `contact-back` accepts. */
export const CONTACT_TOPICS = [
  "OPEN_ACCOUNT",
  "STRATEGIES",
  "CORPORATE_ACCOUNT",
  "TECHNICAL_HELP",
  "OTHER",
] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number];

/** Whether a text is a contact topic. */
export function isContactTopic(text: string | undefined): text is ContactTopic {
  return CONTACT_TOPICS.some((one) => one === text);
}
