import type { User } from "../../api/answers.ts";
import { Note } from "../../parts/note.tsx";
import { useLanguage, useText } from "../../text/i18n.ts";

/** What a reviewer decided last: what is to be corrected and why, or why it was rejected and what one can do. */
export function LastDecision({ user }: { readonly user: User }) {
  const words = useText();
  const lng = useLanguage();
  const { decision } = user;
  if (decision === null) return null;
  const asked = decision.state === "asked-again";
  return (
    <Note tone="warn">
      <b>{words(`my-account:overview.decision.${asked ? "askedTitle" : "rejectedTitle"}`)}</b>
      <p>{decision.reason}</p>
      {decision.asked.length > 0 ? (
        <ul>
          {decision.asked.map(({ name, label, reason }) => (
            <li key={name}>
              {label[lng]}: {reason}
            </li>
          ))}
        </ul>
      ) : null}
      {asked ? null : (
        <p>
          {words("my-account:overview.decision.rejectedText")}{" "}
          <a className="link" href="/contact">
            {words("my-account:overview.decision.contact")}
          </a>
        </p>
      )}
    </Note>
  );
}
