import { useSearch } from "@tanstack/react-router";
import { FlowRunner } from "../../flow/flow-runner.tsx";
import { isContactTopic } from "../notices/contact-topics.ts";
import { Entries } from "../parts/entries.tsx";

/**
 * The page of the contact form, which is open to everyone. `?topic=` comes from the interest form and only
 * preselects a topic.
 */
export default function Contact() {
  const { topic } = useSearch({ strict: false }) as { topic?: string };
  return (
    <FlowRunner
      flow="contact-back"
      home="/"
      below={<Entries place="contact" />}
      {...(isContactTopic(topic) ? { initial: { contact: { topic } } } : {})}
    />
  );
}
