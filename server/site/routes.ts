import { SITE_ADDRESSES, type SiteAddress } from "../../domain/pages.ts";
import {
  addressIn,
  asLanguage,
  DEFAULT_LANGUAGE,
  LANGUAGES,
  type Language,
} from "../../engine/values/languages.ts";
import {
  type App,
  AppError,
  everybody,
  intoApp,
  type Reply,
  type Request,
  sendPacked,
} from "../http/index.ts";
import { calendarFile } from "./calendar-file.ts";
import type { Site } from "./create-site.ts";

/** Maximum number of characters in a search term. */
const LONGEST_Q = 100;
const MOST_CODES = 6;

const hidden = { config: { access: everybody }, schema: { hide: true } } as const;

/** The public pages, and the page of the app, which is sent instead of some of them. */
type Desk = {
  readonly site: Site;
  readonly appPage: (request: Request, reply: Reply) => unknown;
  /** Returns whether the page at this address is closed because of maintenance. */
  readonly isClosed: (url: string) => Promise<boolean>;
};

/**
 * Registers the addresses of the public pages in each language, of `robots.txt`, of `sitemap.xml`, and of the
 * calendar file. Some addresses belong to a public page and to a page of the app. There, `appPage` sends the
 * page of the app during maintenance, and at `/strategies` and below to people who are logged in.
 */
export function siteRoutes(app: App, site: Site, inPlace: Omit<Desk, "site">): void {
  pageRoutes(app, { site, ...inPlace });
  calendarRoute(app, site);
  robotsRoute(app, site);
  sitemapRoute(app, site);
}

function pageRoutes(app: App, desk: Desk): void {
  for (const address of SITE_ADDRESSES)
    for (const language of LANGUAGES) {
      const route = routeOf(address, language);
      // Each page has only one address. If somebody adds a slash at its end, they are redirected to the
      // address without it.
      if (route !== "/")
        app.get(`${route}/`, hidden, (request, reply) =>
          reply.redirect(request.url.replace(/\/(?=\?|$)/, ""), 308),
        );
      app.get(route, hidden, async (request, reply) => {
        if (await desk.isClosed(request.url)) return desk.appPage(request, reply);
        return await send(desk, { request, reply }, address, language);
      });
    }
}

/** Sends the page at an address in a language. If the page has another address, redirects to it. */
async function send(
  { site, appPage }: Desk,
  { request, reply }: { readonly request: Request; readonly reply: Reply },
  address: SiteAddress,
  language: Language,
) {
  const query = request.query as { readonly [name: string]: unknown };
  const params = request.params as { readonly key?: string };
  const thai = address.replace(/\$\w+/, encodeURIComponent(params.key ?? ""));
  if (language !== DEFAULT_LANGUAGE && !site.manyLanguages()) return reply.redirect(thai, 302);
  // If a visitor opens the first page without naming a language, it is shown in the language that the visitor
  // chose earlier.
  const kept = asLanguage(request.cookies?.lng) ?? DEFAULT_LANGUAGE;
  if (address === "/" && language === DEFAULT_LANGUAGE && kept !== language && site.manyLanguages())
    return reply
      .header("Cache-Control", "no-store")
      .header("Vary", "Cookie")
      .redirect(addressIn(kept, "/"), 302);
  const inApp = address === "/strategies" || address === "/strategies/$code";
  if (inApp && request.cookies?.[`${site.room.config.brand}_token`] !== undefined)
    return language === DEFAULT_LANGUAGE ? appPage(request, reply) : intoApp(request, reply, language);
  const q = typeof query.q === "string" ? query.q.replaceAll("\u2060", "").trim().slice(0, LONGEST_Q) : "";
  const codes = codesOf(query.codes);
  const path =
    q !== "" && (address === "/faq" || address === "/strategies")
      ? `${thai}?q=${encodeURIComponent(q)}`
      : address === "/strategies/compare" && codes.length > 0
        ? `${thai}?${codes.map((code) => `codes=${encodeURIComponent(code)}`).join("&")}`
        : thai;
  const page = await site.page({ address, key: params.key ?? "", language, q, codes }, path);
  if (page === "not-built") throw new AppError("not-ready");
  if (page === null) {
    reply.code(404).header("X-Robots-Tag", "noindex");
    return appPage(request, reply);
  }
  reply.header("Content-Language", language);
  if (address === "/" || inApp) reply.header("Vary", "Cookie, Accept-Encoding");
  return await sendPacked(request, reply, page);
}

function routeOf(address: SiteAddress, language: Language): string {
  return addressIn(language, address.replace(/\$\w+/, ":key"));
}

function codesOf(given: unknown): readonly string[] {
  const codes = (Array.isArray(given) ? given : [given]).flatMap((one) =>
    typeof one === "string" ? one.split(",") : [],
  );
  return [...new Set(codes.map((code) => code.trim()))]
    .filter((code) => code !== "" && code.length <= 40)
    .slice(0, MOST_CODES);
}

function calendarRoute(app: App, site: Site): void {
  const { origin } = site.room.config;
  app.get("/activities.ics", hidden, async (request, reply) => {
    const { lng } = request.query as { readonly lng?: unknown };
    const activities = await site.room.content.read(
      "activity",
      (site.manyLanguages() ? asLanguage(lng) : null) ?? DEFAULT_LANGUAGE,
    );
    return reply
      .header("Content-Disposition", 'attachment; filename="activities.ics"')
      .type("text/calendar; charset=utf-8")
      .send(calendarFile(activities, { origin }));
  });
}

function robotsRoute(app: App, site: Site): void {
  const { origin } = site.room.config;
  app.get("/robots.txt", hidden, async (_, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .send(
        [
          "User-agent: *",
          ...["/api/", "/staff", "/dev/", "/me", "/overview"].map((path) => `Disallow: ${path}`),
        ]
          .concat(`Sitemap: ${origin}/sitemap.xml`, "")
          .join("\n"),
      ),
  );
}

function sitemapRoute(app: App, site: Site): void {
  const { origin } = site.room.config;
  app.get("/sitemap.xml", hidden, async (_, reply) => {
    const languages = site.manyLanguages() ? LANGUAGES : [DEFAULT_LANGUAGE];
    const addresses = await site.addresses();
    const urls = addresses.flatMap((path) =>
      languages.map((language) => {
        const others = languages.map(
          (other) =>
            `<xhtml:link rel="alternate" hreflang="${other}" href="${origin}${addressIn(other, path)}"/>`,
        );
        return `<url><loc>${origin}${addressIn(language, path)}</loc>${languages.length > 1 ? others.join("") : ""}</url>`;
      }),
    );
    return reply
      .type("application/xml; charset=utf-8")
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join("\n")}\n</urlset>\n`,
      );
  });
}
