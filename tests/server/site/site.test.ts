import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPage } from "../../../server/build.ts";
import { createSite } from "../../../server/site/create-site.ts";
import type { SiteRoom } from "../../../server/site/room.ts";
import { shownAt } from "../../../server/site/shown.ts";
import { openPortalHouse, type PortalHouse } from "../portal-house.ts";

const KILOBYTE = 1_000;

let house: PortalHouse;
let addresses: readonly string[];
beforeAll(async () => {
  await buildPage({ env: "development" }, { quiet: true });
  house = await openPortalHouse({ ORIGIN: "https://portal.example" });
  addresses = [
    ...(await got("/sitemap.xml")).body.matchAll(/<loc>https:\/\/portal\.example([^<]*)<\/loc>/g),
  ].map(([, path = ""]) => path || "/");
}, 180_000);
afterAll(async () => house.close());

async function got(url: string, headers: Record<string, string> = {}) {
  const answer = await house.server.app.inject({ url, headers });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}

const one = (body: string, pattern: RegExp): string => {
  const found = [...body.matchAll(pattern)];
  expect(found).toHaveLength(1);
  return (found[0]?.[1] ?? "").replaceAll("&amp;", "&");
};
const plain = (html: string) =>
  html
    .replaceAll(/<script[^>]*>.*?<\/script>/gs, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll(/[\s\u00a0\u2060]+/g, "");

describe("every public address", () => {
  test("of the sitemap answers 200 with one h1, a title and a description of its own, and its addresses", async () => {
    expect(addresses.length).toBeGreaterThan(50);
    const titles = new Set<string>();
    for (const path of addresses) {
      const { status, body, headers } = await got(path);
      const english = /^\/en(\/|$)/.test(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers["content-language"]).toBe(english ? "en" : "th");
      one(body, /<h1[^>]*>/g);
      const title = one(body, /<title>([^<]*)<\/title>/g);
      expect([path, titles.has(`${english} ${title}`)]).toEqual([path, false]);
      titles.add(`${english} ${title}`);
      expect(one(body, /<meta name="description" content="([^"]*)"/g).length).toBeGreaterThan(10);
      expect(one(body, /<link rel="canonical" href="([^"]*)"/g)).toBe(`https://portal.example${path}`);
      for (const language of ["th", "en", "x-default"])
        one(body, new RegExp(`<link rel="alternate" hrefLang="${language}" href="([^"]*)"`, "g"));
      one(body, /<meta property="og:title" content="([^"]*)"/g);
      expect(body).not.toContain("undefined");
      // No text is missing: a key shows as it is.
      expect(plain(body)).not.toMatch(
        /\b(home|faq|header|common|strategy|public-info|article-testimonial):[a-z]/,
      );
    }
  });

  test("says in JSON-LD only what the page shows", async () => {
    for (const path of addresses) {
      const { body } = await got(path);
      const shown = plain(body);
      for (const [, text = ""] of body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
        const data = JSON.parse(text);
        expect(data["@context"]).toBe("https://schema.org");
        const named = [data.headline, data["@type"] === "Event" ? data.name : undefined].concat(
          (data.mainEntity ?? []).map((question: { name: string }) => question.name),
          (data.itemListElement ?? []).map(
            (item: { name?: string; item?: { name?: string } }) => item.name ?? item.item?.name,
          ),
        );
        for (const name of named.filter((each: unknown) => typeof each === "string"))
          expect(shown).toContain(String(name).replaceAll(/[\s\u00a0\u2060]+/g, ""));
      }
    }
  });

  test("is at most 8 kB of HTML and 5 kB of JavaScript, and no React", async () => {
    const { body } = await got("/");
    const [script] = [...body.matchAll(/<script type="module" src="([^"]*)"/g)].map(([, src = ""]) => src);
    const code = (await got(script ?? "")).body;
    expect(brotliCompressSync(code).length).toBeLessThanOrEqual(5 * KILOBYTE);
    expect(code).not.toMatch(/createRoot|useState|^import /m);
    for (const path of addresses) {
      const bytes = brotliCompressSync((await got(path)).body).length;
      expect([path, bytes <= 8 * KILOBYTE || bytes]).toEqual([path, true]);
    }
  });

  test("leads to addresses that exist: pages of the site, of the app, and files", async () => {
    const links = new Set<string>();
    for (const path of addresses)
      for (const [, href = ""] of (await got(path)).body.matchAll(/<a [^>]*href="([^"]*)"/g))
        if (href.startsWith("/")) links.add(href.replaceAll("&amp;", "&").split("#")[0] ?? "");
    expect(links.size).toBeGreaterThan(60);
    const lost: string[] = [];
    for (const link of links) {
      const { status } = await got(link);
      if (status !== 200) lost.push(`${status} ${link}`);
    }
    expect(lost).toEqual([]);
  });

  test("that is none is a 404, and is not in the sitemap", async () => {
    for (const path of ["/articles/nope", "/en/coffee/nope", "/legal/nope", "/en/nope"]) {
      const { status, headers } = await got(path);
      expect([path, status, headers["x-robots-tag"]]).toEqual([path, 404, "noindex"]);
    }
  });
});

describe("what stands on them", () => {
  test("the first page: hero, licence, custodian, 4 steps, strategies, team, testimonials, articles, news, featured, calendar", async () => {
    const { body } = await got("/en");
    for (const heading of [
      "Open an account in 4 steps",
      "6 strategies to choose from",
      "Featured",
      "Articles",
      "Activity calendar",
      "Crypto news",
      "What investors say",
      "Crypto Coffee",
      "Management team",
      "Questions and answers",
    ])
      expect(body).toContain(`>${heading}</h2>`);
    expect(body.match(/class="card sc"/g)).toHaveLength(6);
    expect(body.match(/class="spark"/g)).toHaveLength(6);
    expect(plain(body)).toContain("Licensed");
    expect(plain(body)).toContain("Companiesopentheirsthroughcustomerservice");
    expect(plain(body)).toContain("licensedcustodian");
  });

  test("strategies are searched without a script, and counted", async () => {
    const all = await got("/en/strategies");
    expect(all.body).toContain("6 strategies");
    const found = await got("/en/strategies?q=bitcoin");
    expect(found.body).toContain("1 of 6 strategies for “bitcoin”");
    expect(found.body).toContain("M-BTCA");
    expect(found.body).toContain('<meta name="robots" content="noindex"');
    const none = await got(`/en/strategies?q=${encodeURIComponent("<script>alert(1)</script>")}`);
    expect(none.body).not.toContain("<script>alert");
    expect(none.body).toContain("0 of 6 strategies");
  });

  test("the comparison has every row of the specification, and can be downloaded", async () => {
    const { body } = await got("/en/strategies/compare?codes=M-BTCA&codes=M-STABLE");
    const rows = [
      "Managed by",
      "Type",
      "Risk level",
      "Starting price",
      "Currency policy",
      "Dividend policy",
      "Initial / top-up fee",
      "Reduction fee from profit",
      "Total cost",
      "Minimum first investment",
      "Minimum next investment",
      "Registration date",
      "Net asset value",
    ];
    for (const row of rows) expect(body).toContain(`<th scope="row">${row}</th>`);
    expect(body).toContain("Invest now");
    const [link = ""] = [...body.matchAll(/href="(\/api\/comparison\/file[^"]*)"/g)].map(([, href = ""]) =>
      href.replaceAll("&amp;", "&"),
    );
    const file = await got(link);
    expect([file.status, file.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
    for (const text of ["M-BTCA", "M-STABLE", "Managed by"]) expect(file.body).toContain(text);
  });

  test("an article has its own head and related ones, and asks for no home page", async () => {
    const { body } = await got("/en/articles/nav-and-cutoff");
    expect(one(body, /<title>([^<]*)<\/title>/g)).toContain("What NAV is");
    expect(body).toContain("Read on");
    for (const crumb of ["Home", "All articles"]) expect(body).toContain(`>${crumb}</a>`);
    expect(body).not.toContain("digital assets with a licensed manager");
  });

  test("15 questions, and a search for them", async () => {
    const { body } = await got("/en/faq");
    expect(body.match(/<details>/g)).toHaveLength(15);
    expect(body).toContain('aria-label="Find the answers you need"');
    const found = await got("/en/faq?q=NAV");
    expect(found.body).toMatch(/[1-9]\d* of 15 questions for “NAV”/);
  });

  test("the calendar says so when nothing is to come, and phones take it", async () => {
    const file = await got("/activities.ics?lng=en");
    expect(file.headers["content-type"]).toContain("text/calendar");
    expect(file.body).toContain("BEGIN:VEVENT");
    for (const line of file.body.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    house.clock.set("2099-01-01T09:00:00");
    try {
      expect((await got("/en/activities")).body).toContain("No activity");
    } finally {
      house.clock.set("2026-03-02T10:00:00");
    }
  });

  test("disclosure has its parts and the table of regulators with five columns", async () => {
    const { body } = await got("/en/disclosure");
    for (const title of ["Operator strength assessment", "Storage of user assets"])
      expect(body).toContain(title);
    for (const column of [
      "Provider",
      "Country of registration",
      "Regulatory authority",
      "Licences",
      "Website",
    ])
      expect(body).toContain(`<th scope="col">${column}</th>`);
  });

  test("about says who, with what, since when, and the hours", async () => {
    const { body } = await got("/en/about");
    expect(body).toContain("more than 5 years");
    expect(body).toContain("The first licensed digital asset fund manager in Thailand");
    for (const title of ["Registration details", "Capital and budget", "How digital assets are stored"])
      expect(body).toContain(title);
    expect(body).toContain("09:00–18:00");
  });

  test("the footer has company links, the four legal ones and the risk warning", async () => {
    const { body } = await got("/en/team");
    const footer = body.slice(body.indexOf("<footer"));
    for (const link of [
      "Privacy",
      "Terms and conditions",
      "Complaints",
      "Data-owner request",
      "Public disclosure",
    ])
      expect(footer).toContain(`>${link}</a>`);
    expect(footer).toContain("Risk warning");
  });
});

test("the head of the first page is what content says of it, for search engines and social networks", async () => {
  const { body } = await got("/en");
  expect(one(body, /<title>([^<]*)<\/title>/g)).toBe("Saphan: digital assets with a licensed manager");
  expect(one(body, /<meta property="og:title" content="([^"]*)"/g)).toContain("licensed manager");
  expect(one(body, /<meta name="twitter:title" content="([^"]*)"/g)).toContain("licensed manager");
  expect(body).toContain('"@type":"FinancialService"');
});

test("the custody page is there, linked and in the sitemap only where its switch is on", async () => {
  expect(addresses).toContain("/custody");
  const closed = {
    ...({} as SiteRoom),
    config: { env: "development", rootDir: ".", brand: "saphan", origin: "" } as SiteRoom["config"],
    content: { read: async () => [], readOne: async () => ({}) } as unknown as SiteRoom["content"],
    isOn: () => false,
  };
  const asked = { address: "/custody", key: "", language: "th", q: "", codes: [] } as const;
  expect(await shownAt(closed, asked)).toBeNull();
  expect(await createSite(closed).addresses()).not.toContain("/custody");
});

test("a page stays what it was while what it is made of is away", async () => {
  let away = false;
  const site = createSite({
    ...({} as SiteRoom),
    config: { env: "development", rootDir: process.cwd(), brand: "saphan", origin: "" } as SiteRoom["config"],
    clock: house.clock,
    isOn: () => true,
    textsEdition: () => "",
    text: (_, key) => key,
    strategies: async () => {
      if (away) throw new Error("no database");
      return [];
    },
  });
  const asked = { address: "/strategies", key: "", language: "th", q: "", codes: [] } as const;
  const first = await site.page(asked, "/strategies");
  away = true;
  await new Promise((stood) => setTimeout(stood, 1_100));
  expect(await site.page(asked, "/strategies")).toBe(first);
  await expect(site.page({ ...asked, language: "en" }, "/strategies")).rejects.toThrow("no database");
});

describe("languages", () => {
  test("a kept choice leads from the root to its language, and an address never changes the choice", async () => {
    const sent = await got("/", { cookie: "lng=en" });
    expect([sent.status, sent.headers.location, sent.headers["cache-control"]]).toEqual([
      302,
      "/en",
      "no-store",
    ]);
    for (const path of ["/", "/en", "/en/faq"])
      expect((await got(path)).headers["set-cookie"]).toBeUndefined();
  });

  test("whoever is logged in gets the app at /strategies", async () => {
    expect((await got("/strategies", { cookie: "saphan_token=x" })).body).toContain('id="root"');
    expect((await got("/strategies")).body).toContain("<h1");
  });
});

test("a page that did not change is not sent again", async () => {
  const { headers } = await got("/en/faq");
  expect((await got("/en/faq", { "if-none-match": String(headers.etag) })).status).toBe(304);
});
