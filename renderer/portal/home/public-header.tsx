import { Menu } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { useSession } from "../../kit/api/session.ts";
import { Logo } from "../../kit/brand/logo.tsx";
import { LanguageSwitch } from "../../kit/parts/language-switch.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { DemoMark } from "../../kit/parts/small-parts.tsx";
import { useText } from "../../kit/text/i18n.ts";

const LINKS = [
  ["strategies", "/strategies"],
  ["safety", "/#safety"],
  ["faq", "/#faq"],
  ["contact", "/contact"],
] as const;

/** The head of public pages: brand, places, language, log-in. On a phone the places stand behind a button. */
export function PublicHeader() {
  const words = useText();
  const session = useSession();
  const [open, setOpen] = useState(false);
  const wide = useWide();
  const account = session ? (
    <a className="btn btn--small" href="/overview">
      {words("header:overview")}
    </a>
  ) : (
    <a className="btn btn--small" href="/login">
      {words("header:login")}
    </a>
  );
  return (
    <header className="top">
      <Logo />
      <nav aria-label={words("header:menu")}>
        {LINKS.map(([key, href]) => (
          <a key={key} href={href}>
            {words(`header:${key}`)}
          </a>
        ))}
      </nav>
      <span className="grow" />
      <DemoMark />
      {/* On a phone the switch is behind the menu; what it needs to know is not fetched for nothing. */}
      {wide ? <LanguageSwitch /> : null}
      <span className="onlywide">{account}</span>
      <button
        type="button"
        className="iconbtn onlyphone"
        aria-label={words("header:menu")}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Menu size={24} aria-hidden="true" />
      </button>
      {open ? (
        <Sheet title={words("header:menu")} onClose={() => setOpen(false)}>
          <ul className="list">
            {[...LINKS, session ? (["overview", "/overview"] as const) : (["login", "/login"] as const)].map(
              ([key, href]) => (
                <li key={key}>
                  <a className="item" href={href} onClick={() => setOpen(false)}>
                    {words(`header:${key}`)}
                  </a>
                </li>
              ),
            )}
          </ul>
          <LanguageSwitch />
        </Sheet>
      ) : null}
    </header>
  );
}

const WIDE = "(min-width: 1024px)";

/** Whether the window is a desktop's; follows it. */
function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(WIDE);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(WIDE).matches,
  );
}
