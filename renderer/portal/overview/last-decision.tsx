import type { User } from "../../kit/api/answers.ts";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Phrases } from "../../kit/parts/phrases.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import "./overview.css";

/** The corrections that a reviewer asked for, each with the name of its screen and the reason. */
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
 * Whether a reviewer rejected this person's identity. In that case no flow can start, and a single message
 * says what the person can do.
 */
export function isRejected(user: User | null): user is User {
  return user?.decision?.state === "rejected";
}

/** The message that an identity was rejected, with the same text as the flow's end and the e-mail. */
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
