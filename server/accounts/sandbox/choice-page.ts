import type { Provider } from "../providers.ts";
import type { MadeUp } from "./made-up.ts";

const STYLE = `body{font:16px/1.6 system-ui,sans-serif;max-width:440px;margin:48px auto;padding:0 16px;color:#1c1c1c;background:#fff}
h1{font-size:22px}ul{list-style:none;padding:0}li{margin:8px 0}
a.as,button{display:block;width:100%;box-sizing:border-box;text-align:left;font:inherit;padding:12px 16px;border:1px solid #767676;border-radius:12px;background:#fff;color:inherit;text-decoration:none;cursor:pointer}
small{display:block;color:#555}`;

/**
 * Renders the provider's account chooser: one link or form per person, depending on how the provider answers.
 */
export function choicePage(
  provider: Provider,
  redirectUri: string,
  ways: readonly { readonly person: MadeUp; readonly answer: Readonly<Record<string, string>> }[],
): string {
  const named = provider === "google" ? "Google" : "Apple";
  const items = ways.map(({ person, answer }) => {
    const said = `${escaped(person.name)}<small>${escaped(person.email)}</small>`;
    const fields = Object.entries(answer).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
    );
    return provider === "google"
      ? `<li><a class="as" data-as="${person.email}" href="${escaped(`${redirectUri}#${new URLSearchParams(answer)}`)}">${said}</a></li>`
      : `<li><form method="post" action="${escaped(redirectUri)}">${fields.join("")}<button data-as="${person.email}">${said}</button></form></li>`;
  });
  return page(
    `${named} sandbox`,
    `<h1>${named} sandbox</h1><p>These people stand for nobody. Choose who you are.<br>คนเหล่านี้ไม่มีตัวตนจริง เลือกว่าจะเข้าเป็นใคร</p><ul>${items.join("")}</ul>`,
  );
}

/** Renders the provider's rejection page. */
export function refusedPage(why: string): string {
  return page("403", `<h1>Access blocked</h1><p>${escaped(why)}</p>`);
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
