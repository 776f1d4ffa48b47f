import { useState } from "react";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { SelectField } from "../../kit/parts/fields.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { CONTACT_TOPICS, type ContactTopic, isContactTopic } from "./contact-topics.ts";

/** The interest form: asks for a topic and opens the contact form with it. */
export default function InterestForm({
  hash,
  onClose,
}: {
  /** The hash of the address that opened the form: `#interest`, or `#interest=TOPIC`. */
  readonly hash: string;
  readonly onClose: () => void;
}) {
  const words = useText();
  const [topic, setTopic] = useState(topicOf(hash));
  return (
    <Sheet
      title={words("portfolio:interest.title")}
      onClose={onClose}
      footer={
        <ButtonLink kind="main" wide href={`/contact?topic=${topic}`}>
          {words("portfolio:interest.go")}
        </ButtonLink>
      }
    >
      <p className="mut">{words("portfolio:interest.text")}</p>
      <SelectField
        id="interest-topic"
        label={words("portfolio:interest.topic")}
        value={topic}
        onValue={(value) => isContactTopic(value) && setTopic(value)}
      >
        {CONTACT_TOPICS.map((one) => (
          <option key={one} value={one}>
            {words(`portfolio:interest.topics.${one}`)}
          </option>
        ))}
      </SelectField>
    </Sheet>
  );
}

/** Returns the topic in an address; by default, strategies. */
export function topicOf(hash: string): ContactTopic {
  const named = hash.split("=")[1];
  return isContactTopic(named) ? named : "STRATEGIES";
}
