import { FlowRunner } from "../../flow/flow-runner.tsx";
import { Entries } from "../parts/entries.tsx";

/** Asking to be contacted, open to everybody. */
export default function Contact() {
  return <FlowRunner flow="contact-back" home="/" below={<Entries place="contact" />} />;
}
