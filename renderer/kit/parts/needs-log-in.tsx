import { useText } from "../text/i18n.ts";
import { EmptyState } from "./states.tsx";
import "./screens.css";

/** The content of a page that needs a log-in, shown to visitors. The log-in leads back to the page. */
export function NeedsLogIn({ title }: { readonly title: string }) {
  const words = useText();
  return (
    <div className="screen narrowscreen">
      <h1 tabIndex={-1}>{title}</h1>
      <EmptyState
        title={words("my-account:me.guest.title")}
        action={{
          href: `/login?next=${encodeURIComponent(location.pathname + location.search)}`,
          label: words("button:logIn"),
        }}
      >
        {words("my-account:me.guest.text")}
      </EmptyState>
    </div>
  );
}
