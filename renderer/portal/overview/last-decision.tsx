import type { User } from "../../kit/api/answers.ts";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Phrases } from "../../kit/parts/phrases.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import "./overview.css";

/** The corrections a reviewer asked for, each with its screen's name and the reason. */
export function AskedAgain({ user }: { readonly user: User }) {
  const words = useText();
  const lng = useLanguage();
  const { decision } = user;
  if (decision?.state !== "asked-again") return null;
  return (
    <Note tone="warn">
      <b>{words("my-account:overview.decision.askedTitle")}</b>
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
    </Note>
  );
}

/**
 * Whether a reviewer rejected this person's identity; then no flow can start, and one message says what can be done.
 */
export function isRejected(user: User | null): user is User {
  return user?.decision?.state === "rejected";
}

/** The message that an identity was rejected, in the words of the flow's end and the e-mail. */
export function RejectedCard({ user }: { readonly user: User }) {
  const words = useText();
  return (
    <section className="card card--pad gap12 homenext rejectedcard" aria-labelledby="rejected">
      <h2 id="rejected">
        <Phrases text={words("kyc:kyc.rejected.title")} />
      </h2>
      <p>{words("kyc:kyc.rejected.intro")}</p>
      <Note tone="warn">
        <b>{words("kyc:kyc.facts.investor.kycReason.label")}</b>
        <p>{user.decision?.reason}</p>
      </Note>
      <p className="mut">{words("kyc:kyc.rejected.next")}</p>
      <div className="rowwrap">
        <ButtonLink kind="main" href="/contact">
          {words("kyc:kyc.rejected.links.0")}
        </ButtonLink>
        <ButtonLink href="/complaint">{words("kyc:kyc.rejected.links.1")}</ButtonLink>
      </div>
    </section>
  );
}
