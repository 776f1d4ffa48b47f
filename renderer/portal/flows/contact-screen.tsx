import { useSearch } from "@tanstack/react-router";
import { FlowRunner } from "../../flow/flow-runner.tsx";
import { isContactTopic } from "../notices/contact-topics.ts";
import { Entries } from "../parts/entries.tsx";

/** The contact form, open to everyone; `?topic=` comes from the interest form and only preselects. */
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
