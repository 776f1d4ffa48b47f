// The script of public pages: session state, menu, language, live updates.
import { asLanguage, DEFAULT_LANGUAGE, languageOfAddress } from "../../../engine/values/languages.ts";
import { writeCookie } from "../../kit/text/cookie.ts";
import "../../kit/brand/fonts.css";
import "../../kit/brand/tokens.css";
import "../../kit/brand/base.css";
import "../../kit/parts/parts.css";
import "../../kit/parts/pages.css";
import "../parts/sketch.css";
import "../strategies/strategy-facts.css";
import "./home.css";
import "./site.css";

const brand = document.documentElement.dataset.brand;

/**
 * Whether the browser has a session token. Scripts can read this token, but it is valid only together with a
 * second cookie.
 */
function hasSession(): boolean {
  const token = new RegExp(`(?:^|; )${brand}_token=([^;]+)`).exec(document.cookie)?.[1];
  if (token === undefined) return false;
  try {
    const claims = JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
    // The script does not check whether the token has expired, because the device's clock may be wrong. Only
    // the app asks the server.
    return typeof claims.exp === "number";
  } catch {
    return false;
  }
}

function showAccount(): void {
  const known = hasSession();
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-account]")) {
    link.dataset.login ??= link.textContent ?? "";
    link.href = known ? "/overview" : "/login";
    link.textContent = (known ? link.dataset.overview : link.dataset.login) ?? "";
  }
}

/**
 * Stores the chosen language. A person chooses a language by its link, or by following a link from a page in
 * that language into the app.
 */
function keepLanguage(language: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  writeCookie(`lng=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`);
}

document.addEventListener("click", (event) => {
  const link = (event.target as Element | null)?.closest?.("a[href]") as HTMLAnchorElement | null;
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]"))
    if (!menu.contains(event.target as Node)) menu.open = false;
  if (link === null || link.origin !== location.origin) return;
  if (link.dataset.lng !== undefined) keepLanguage(link.dataset.lng);
  else {
    const shown = asLanguage(document.documentElement.lang);
    if (shown !== null && shown !== DEFAULT_LANGUAGE && languageOfAddress(link.pathname) === null)
      keepLanguage(shown);
  }
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  if (link.target !== "" || link.hasAttribute("download") || link.hash !== "") return;
  document.body.classList.add("leaving");
});
addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
});
addEventListener("pageshow", () => {
  document.body.classList.remove("leaving");
  showAccount();
});
addEventListener("visibilitychange", showAccount);
showAccount();

/** Replaces the page's content without a reload, so that the scroll position stays. */
async function exchange(): Promise<void> {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (answer === null || !answer.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [here, there] = [document.querySelector("main"), next.querySelector("main")];
  // If the answer is not a public page (as during maintenance), the browser reloads the address.
  if (there === null) return location.reload();
  if (here === null || here.innerHTML === there.innerHTML) return;
  const open = [...here.querySelectorAll("details[open] > summary")].map((one) => one.textContent);
  for (const summary of there.querySelectorAll("details > summary"))
    if (open.includes(summary.textContent)) (summary.parentElement as HTMLDetailsElement).open = true;
  here.replaceChildren(...there.childNodes);
  document.title = next.title;
}

let waiting = 0;
if ("EventSource" in window) {
  const events = new EventSource("/api/events");
  for (const name of ["texts", "nav", "flags", "content", "maintenance", "legal"])
    events.addEventListener(name, () => {
      clearTimeout(waiting);
      waiting = window.setTimeout(() => void exchange(), 200);
    });
}
