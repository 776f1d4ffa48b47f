import { useText } from "../text/i18n.ts";
import { EmptyState } from "./states.tsx";
import "./screens.css";

/** Shown instead of a page that needs a log-in; log-in leads back here. */
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
