import { useSearch } from "@tanstack/react-router";
import { ExternalLink, Globe } from "lucide-react";
import { CopyButton } from "../../kit/parts/copy-button.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { TaskPage } from "../../kit/parts/pages.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { safeNext } from "./safe-next.ts";
import { outsideAddress } from "./social.ts";

/** The page shown inside other apps, where Google and Apple block log-in. It opens the system browser. */
export default function Outside() {
  const words = useText();
  const { next } = useSearch({ strict: false }) as { next?: string };
  const address = new URL("/login", location.origin);
  const after = safeNext(next);
  if (after !== null) address.searchParams.set("next", after);
  return (
    <TaskPage
      title={words("access:outside.title")}
      back="/login"
      dock={
        <a
          className="btn btn--main btn--wide"
          href={outsideAddress(address)}
          target="_blank"
          rel="noreferrer"
        >
          <ExternalLink size={20} aria-hidden="true" /> {words("access:outside.open")}
        </a>
      }
    >
      <span className="ava ava--round">
        <Globe size={26} aria-hidden="true" />
      </span>
      <h1 tabIndex={-1}>{words("access:outside.title")}</h1>
      <p className="mut intro">{words("access:outside.text")}</p>
      <p className="shown">{words("access:outside.otherwise")}</p>
      <p className="rowwrap">
        <span className="wrap">{address.href}</span>
        <CopyButton text={address.href} of={words("access:outside.address")} />
      </p>
      <p className="shown">
        <PageLink to="/login">{words("access:outside.password")}</PageLink>
      </p>
    </TaskPage>
  );
}
