import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPage } from "../../../server/build.ts";
import { createSite } from "../../../server/site/create-site.ts";
import type { SiteRoom } from "../../../server/site/room.ts";
import { shownAt } from "../../../server/site/shown.ts";
import { readJson } from "../../definitions/definition-files.ts";
import { SCREEN_ROWS } from "../../renderer/screens.ts";
import { openPortalHouse, type PortalHouse } from "../portal-house.ts";

const KILOBYTE = 1_000;

let house: PortalHouse;
let other: PortalHouse;
let addresses: readonly string[];
beforeAll(async () => {
  await buildPage({ env: "development" }, { quiet: true });
  house = await openPortalHouse({ ORIGIN: "https://portal.example" });
  other = await openPortalHouse({ ORIGIN: "https://portal.example", BRAND: "nava" });
  addresses = [
    ...(await got("/sitemap.xml")).body.matchAll(/<loc>https:\/\/portal\.example([^<]*)<\/loc>/g),
  ].map(([, path = ""]) => path || "/");
}, 180_000);
afterAll(async () => {
  await house.close();
  await other.close();
});

async function got(url: string, headers: Record<string, string> = {}, at: PortalHouse = house) {
  const answer = await at.server.app.inject({ url, headers });
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

const english = (path: string) => (path === "/" ? "/en" : `/en${path}`);

describe("an address of the public site", () => {
  test.each(["Saphan", "Nava"])(
    "each address in the sitemap answers 200 with one h1, a unique title and description (%s)",
    async (brand) => {
      const of = brand === "Nava" ? other : house;
      expect((await got("/sitemap.xml", {}, of)).body).toBe((await got("/sitemap.xml")).body);
      expect(addresses.length).toBeGreaterThan(50);
      const [titles, descriptions] = [new Set<string>(), new Set<string>()];
      for (const path of addresses) {
        const { status, body, headers } = await got(path, {}, of);
        const english = /^\/en(\/|$)/.test(path);
        expect([path, status]).toEqual([path, 200]);
        expect(headers["content-language"]).toBe(english ? "en" : "th");
        one(body, /<h1[^>]*>/g);
        const title = one(body, /<title>([^<]*)<\/title>/g);
        expect([path, titles.has(`${english} ${title}`)]).toEqual([path, false]);
        titles.add(`${english} ${title}`);
        const description = one(body, /<meta name="description" content="([^"]*)"/g);
        expect(description.length).toBeGreaterThan(10);
        expect([path, descriptions.has(`${english} ${description}`)]).toEqual([path, false]);
        descriptions.add(`${english} ${description}`);
        expect(one(body, /<meta property="og:site_name" content="([^"]*)"/g)).toBe(brand);
        expect(one(body, /<meta property="og:url" content="([^"]*)"/g)).toBe(`https://portal.example${path}`);
        one(body, /<meta property="og:description" content="([^"]*)"/g);
        for (const [, text = ""] of body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs))
          expect(JSON.parse(text)["@context"]).toBe("https://schema.org");
        expect([path, body.includes("application/ld+json")]).toEqual([path, true]);
        expect(one(body, /<link rel="canonical" href="([^"]*)"/g)).toBe(`https://portal.example${path}`);
        for (const language of ["th", "en", "x-default"])
          one(body, new RegExp(`<link rel="alternate" hrefLang="${language}" href="([^"]*)"`, "g"));
        one(body, /<meta property="og:title" content="([^"]*)"/g);
        expect(body).not.toContain("undefined");
        // A missing text would show its key, so no key may appear.
        expect(plain(body)).not.toMatch(
          /\b(home|faq|header|common|my-account|strategy|public-info|article-testimonial):[a-z]/,
        );
      }
    },
  );

  test("has JSON-LD that describes only what the page shows", async () => {
    for (const path of addresses) {
      const { body } = await got(path);
      const shown = plain(body);
      for (const [, text = ""] of body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
        const data = JSON.parse(text);
        expect(data["@context"]).toBe("https://schema.org");
        const named = [data.headline, data["@type"] === "Event" ? data.name : undefined].concat(
          data["@type"] === "InvestmentFund" ? [data.name, data.alternateName, data.description] : [],
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

  test("leads to at most 8 kB of HTML and 5 kB of JavaScript, without React", async () => {
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

  test("has every style that it uses: each variable of its style sheets, and our font", async () => {
    for (const path of ["/", "/strategies", "/login", "/maintenance-is-no-address"]) {
      const sheets = [...(await got(path)).body.matchAll(/<link rel="stylesheet"[^>]*href="([^"]*)"/g)];
      const css = (await Promise.all(sheets.map(async ([, href = ""]) => (await got(href)).body))).join("");
      const used = [...css.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = ""]) => name);
      expect(used.length).toBeGreaterThan(50);
      expect([path, [...new Set(used)].filter((name) => !css.includes(`${name}:`))]).toEqual([path, []]);
      expect([path, css.includes("@font-face")]).toEqual([path, true]);
    }
  });

  test("leads to a page whose links all exist: pages of the site, of the app, and files", async () => {
    const links = new Set<string>();
    for (const path of addresses)
      for (const [, href = ""] of (await got(path)).body.matchAll(/<a [^>]*href="([^"]*)"/g))
        if (href.startsWith("/")) links.add(href.replaceAll("&amp;", "&").split("#")[0] ?? "");
    expect(links.size).toBeGreaterThan(60);
    const lost: string[] = [];
    for (const link of links) {
      const { status, body } = await got(link);
      if (status !== 200) lost.push(`${status} ${link}`);
      // Every page that answers as a page of the site is in the sitemap, and every address in the sitemap is
      // such a page.
      else if (body.includes('rel="canonical"') && !addresses.includes(link.split("?")[0] ?? ""))
        lost.push(`not in the sitemap: ${link}`);
    }
    expect(lost).toEqual([]);
  });

  test.each([
    ["/en/", "/en"],
    ["/en/strategies/?q=btc", "/en/strategies?q=btc"],
    ["/faq/", "/faq"],
  ])("an address with a trailing slash, %s, redirects to %s", async (typed, address) => {
    const { status, headers } = await got(typed);
    expect([status, headers.location]).toEqual([308, address]);
  });

  test("an address that does not exist answers 404, and is not in the sitemap", async () => {
    for (const path of ["/articles/nope", "/strategies/nope", "/en/coffee/nope", "/legal/nope", "/en/nope"]) {
      const { status, headers } = await got(path);
      expect([path, status, headers["x-robots-tag"]]).toEqual([path, 404, "noindex"]);
    }
  });
});

describe("the site without JavaScript", () => {
  const screens = SCREEN_ROWS.filter(({ drawn }) => drawn === "server").map(
    (row) => row.sample ?? row.address,
  );

  test.each(screens)(
    "without JavaScript, a user can read the screen %s, change the language, and use the forms",
    async (path) => {
      expect(addresses).toContain(path);
      for (const [address, other] of [
        [path, english(path)],
        [english(path), path],
      ] as const) {
        const { body } = await got(address);
        const main = body.slice(body.indexOf("<main"), body.indexOf("</main>"));
        expect([address, plain(main).length > 200]).toEqual([address, true]);
        // Every control is a link, opens without a script, or submits a form.
        expect([address, /<[^>]+ on[a-z]+="|javascript:/.test(body)]).toEqual([address, false]);
        expect([address, body.replaceAll(/<form.*?<\/form>/gs, "").includes("<button")]).toEqual([
          address,
          false,
        ]);
        const [, menu = ""] =
          /<details[^>]*>(.*?)<\/details>/s.exec(body.slice(body.indexOf("<header"))) ?? [];
        expect([address, menu.includes('href="/login"')]).toEqual([address, true]);
        expect(body).toMatch(
          new RegExp(`<a [^>]*href="${other.replaceAll(/[.?]/g, "\\$&")}"[^>]*hrefLang="`, "i"),
        );
        for (const [form] of body.matchAll(/<form.*?<\/form>/gs)) {
          expect([address, /method="(?!get)/i.test(form)]).toEqual([address, false]);
          const action = /<form[^>]*action="([^"]*)"/.exec(form)?.[1] ?? address;
          const names = [...form.matchAll(/name="([^"]*)"/g)].map(([, name]) => `${name}=bitcoin`);
          expect([address, (await got(`${action}?${names.join("&")}`)).status]).toEqual([address, 200]);
        }
      }
    },
  );

  test("has a search form on the public screens listed for it, and on no further screens", async () => {
    const searched = SCREEN_ROWS.filter(({ scriptless }) => scriptless?.includes("search"));
    for (const { address, sample } of SCREEN_ROWS.filter(({ drawn }) => drawn === "server")) {
      const { body } = await got(sample ?? address);
      const wanted = searched.some((row) => row.address === address);
      expect([address, /<form[^>]*role="search"|type="search"/.test(body)]).toEqual([address, wanted]);
    }
  });

  test("shows on a screen that needs a script a message in both languages, with links to other screens", async () => {
    const { body } = await got("/login");
    const [, told = ""] = /<noscript>(.*?)<\/noscript>/s.exec(body) ?? [];
    for (const part of ["ต้องเปิดใช้ JavaScript", "turn on JavaScript", 'href="/faq"', 'href="/en/faq"'])
      expect(told).toContain(part);
  });
});

describe("the site's pages", () => {
  test("include a first page with hero, licence, custodian, 4 steps, strategies, team, testimonials, articles, news, featured, calendar", async () => {
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
    expect(one(body, /<h1 id="hero">(.*?)<\/h1>/gs)).not.toBe("");
    expect(one(body, /<ol class="steps">(.*?)<\/ol>/gs).match(/<li/g)).toHaveLength(4);
    expect(body.match(/class="card sc"/g)).toHaveLength(6);
    expect(body.match(/class="spark"/g)).toHaveLength(6);
    expect(plain(body)).toContain("Licensed");
    expect(plain(body)).toContain("Companiesopentheirsthroughcustomerservice");
    expect(plain(body)).toContain("licensedcustodian");
    expect(plain(body)).toContain("Adigitalassetfundmanagerunderthesecuritiesregulator");
    expect(one(body, /<dl class="facts">(.*?)<\/dl>/gs)).toContain("<dd>15 minutes</dd>");
    // Each part has contents: an article, a list entry or a question.
    for (const id of ["featured", "articles", "activities", "news", "voices", "coffee", "team", "faq"]) {
      const part = one(body, new RegExp(`<section[^>]*aria-labelledby="${id}">(.*?)</section>`, "gs"));
      expect([id, /<article|<li|<figure|<details/.test(part)]).toEqual([id, true]);
    }
  });

  test("filter strategies without a script, and count them", async () => {
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

  test("have a comparison with every row of the specification, which can be downloaded", async () => {
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
    for (const row of rows) {
      // Each row has the values of both strategies.
      const cells = one(body, new RegExp(`<th scope="row">${row}</th>(.*?)</tr>`, "gs"));
      const values = [...cells.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, value = ""]) => plain(value));
      expect([row, values.length, values.includes("")]).toEqual([row, 2, false]);
    }
    expect(body).toContain("Invest now");
    const [link = ""] = [...body.matchAll(/href="(\/api\/comparison\/file[^"]*)"/g)].map(([, href = ""]) =>
      href.replaceAll("&amp;", "&"),
    );
    const file = await got(link);
    expect([file.status, file.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
    for (const text of ["M-BTCA", "M-STABLE", "Managed by"]) expect(file.body).toContain(text);
  });

  test("include for a strategy its NAV, chart line and months, returns, suitability, costs and how to invest", async () => {
    const { body } = await got("/en/strategies/M-BTCA");
    expect(one(body, /<title>([^<]*)<\/title>/g)).toContain("M-BTCA Bitcoin");
    for (const heading of ["NAV over time", "About this strategy", "Risks", "Fees"])
      expect(body).toContain(`>${heading}</h2>`);
    const risks = one(body, /<section[^>]*aria-labelledby="risks">(.*?)<\/section>/gs);
    expect(plain(risks)).toContain("Level7of8");
    expect(plain(risks)).toContain("Everythingisinonecoin");
    for (const line of ["Who it suits", "Who it does not suit", "Management model", "Largest fall so far"])
      expect(body).toContain(line);
    expect(body).toMatch(/<svg class="sketchline"[^>]*role="img" aria-label="NAV Since /);
    expect(body.match(/<th scope="row">\d\d\/\d\d\/\d{4}<\/th>/g)?.length).toBeGreaterThan(3);
    expect(body).toContain('href="/invest?strategy=M-BTCA"');
    expect(body).toContain('href="/en/strategies/compare?codes=M-BTCA"');
    expect(body).toContain("/api/strategies/M-BTCA/factsheet?language=en");
    expect(body).not.toMatch(/ style=|<button/);
    // A logged-in user gets the app at the same address, with the user's holdings.
    const known = await got("/strategies/M-BTCA", { cookie: "saphan_token=x" });
    expect(known.body).toContain('id="root"');
    expect(known.headers.vary).toContain("Cookie");
  });

  test("include for an article separate page metadata and related articles, without data of the first page", async () => {
    const { body } = await got("/en/articles/nav-and-cutoff");
    expect(one(body, /<title>([^<]*)<\/title>/g)).toContain("What NAV is");
    const [, more = ""] = body.split("Related articles");
    const related = [...more.matchAll(/href="\/en\/articles\/([a-z-]+)"/g)].map(([, key]) => key);
    expect(related.length).toBeGreaterThan(0);
    expect(related).not.toContain("nav-and-cutoff");
    for (const crumb of ["Home", "All articles"]) expect(body).toContain(`>${crumb}</a>`);
    expect(body).not.toContain("digital assets with a licensed manager");
  });

  test("have 15 questions on the questions page, and a search for them", async () => {
    const { body } = await got("/en/faq");
    expect(body.match(/<details>/g)).toHaveLength(15);
    expect(body).toContain('aria-label="Find the answers you need"');
    const found = await got("/en/faq?q=NAV");
    expect(found.body).toMatch(/[1-9]\d* of 15 questions for “NAV”/);
  });

  test("have popular topics that link to their questions, to “why invest” and to “how safe it is”", async () => {
    for (const [lng, why, safety] of [
      ["en", "Why invest", "How safe it is"],
      ["th", "ทำไมจึงลงทุนกับเรา", "ปลอดภัยแค่ไหน"],
    ] as const) {
      const at = (path: string) => (lng === "en" ? `/en${path}` : path);
      const [faq, learn] = [(await got(at("/faq"))).body, (await got(at("/learn"))).body];
      const topics = one(faq, /<nav class="topics"[^>]*>(.*?)<\/nav>/gs);
      const links = [...topics.matchAll(/href="([^"]+)">([^<]+)</g)].map(([, to = "", name = ""]) => ({
        to,
        name,
      }));
      expect(links.slice(0, 2).map(({ name }) => plain(name))).toEqual([plain(why), plain(safety)]);
      for (const { to, name } of links) {
        const [path, id] = to.split("#");
        const page = path === "" ? faq : learn;
        expect(["", at("/learn")]).toContain(path);
        expect(plain(page.split(`id="${id}"`)[1]?.slice(0, 400) ?? "")).toContain(plain(name));
      }
      expect(links.length).toBeGreaterThan(5);
    }
    expect((await got("/en/faq?q=NAV")).body).not.toContain('class="topics"');
  });

  test.each([
    ["/en/articles", "All articles"],
    ["/en/testimonials", "Testimonials"],
    ["/en/learn", "Learn more"],
  ])("have breadcrumbs that lead to the first page and name the current page: %s", async (path, name) => {
    const { body } = await got(path);
    const crumbs = one(body, /<nav class="crumbs"[^>]*>(.*?)<\/nav>/gs);
    expect(crumbs).toMatch(/<a href="\/en\/?"[^>]*>Home<\/a>/);
    expect(crumbs).toMatch(new RegExp(`aria-current="page"[^>]*>${name}<`));
  });

  test("state that no events are planned, and offer a calendar file for phones", async () => {
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

  test("have a disclosure with its parts and the table of regulators with five columns", async () => {
    const { body } = await got("/en/disclosure");
    for (const title of [
      "Operator strength assessment",
      "Storage of user assets",
      "Custody with third parties",
    ])
      expect(body).toContain(title);
    for (const column of [
      "Provider",
      "Country of registration",
      "Regulatory authority",
      "Licences",
      "Website",
    ])
      expect(body).toContain(`<th scope="col">${column}</th>`);
    const table = one(body, /<th scope="col">Website<\/th>.*?<tbody>(.*?)<\/tbody>/gs);
    const lines = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, line = ""]) => line);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line.match(/<t[dh]/g)).toHaveLength(5);
  });

  test("have a team page with name, position, sub-position and three lines of experience for each member", async () => {
    for (const [language, path] of [
      ["th", "/team"],
      ["en", "/en/team"],
    ]) {
      const members = readJson(`content/${language}/member.json`) as unknown as readonly {
        readonly firstName: string;
        readonly lastName: string;
        readonly position: string;
        readonly subPosition: string;
        readonly experience: readonly string[];
      }[];
      const cards = [...(await got(path ?? "")).body.matchAll(/<article class="card mc">(.*?)<\/article>/gs)];
      expect(cards).toHaveLength(members.length);
      for (const [at, { firstName, lastName, position, subPosition, experience }] of members.entries())
        expect(plain(cards[at]?.[1] ?? "")).toBe(
          plain([[...firstName][0], firstName, lastName, position, subPosition, ...experience].join(" ")),
        );
    }
  });

  test("have an about page with the company's facts and the hours", async () => {
    const { body } = await got("/en/about");
    expect(body).toContain("more than 5 years");
    expect(body).toContain("The first licensed digital asset fund manager in Thailand");
    for (const title of ["Registration details", "Capital and budget", "How digital assets are stored"])
      expect(body).toContain(title);
    expect(body).toContain("09:00–18:00");
  });

  test("have a footer with company links, the four legal links and the risk warning", async () => {
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
    for (const [name, to] of [
      ["Privacy", "/en/legal/privacy"],
      ["Terms and conditions", "/en/legal/terms"],
      ["Public disclosure", "/en/disclosure"],
    ])
      expect(footer).toMatch(new RegExp(`<a href="${to}"[^>]*>${name}</a>`));
  });
});

test("the metadata of the first page, for search engines and social networks, come from its content", async () => {
  const { body } = await got("/en");
  expect(one(body, /<title>([^<]*)<\/title>/g)).toBe("Saphan: digital assets with a licensed manager");
  expect(one(body, /<meta property="og:title" content="([^"]*)"/g)).toContain("licensed manager");
  expect(one(body, /<meta name="twitter:title" content="([^"]*)"/g)).toContain("licensed manager");
  expect(body).toContain('"@type":"FinancialService"');
});

test("the custody page exists, is linked and is in the sitemap only while its switch is on", async () => {
  expect(addresses).toContain("/custody");
  const closed = {
    ...({} as SiteRoom),
    config: { env: "development", rootDir: ".", brand: "saphan", origin: "" } as SiteRoom["config"],
    content: { read: async () => [], readOne: async () => ({}) } as unknown as SiteRoom["content"],
    strategies: async () => [],
    isOn: () => false,
  };
  const asked = { address: "/custody", key: "", language: "th", q: "", codes: [] } as const;
  expect(await shownAt(closed, asked)).toBeNull();
  expect(await createSite(closed).addresses()).not.toContain("/custody");
});

test.each([true, false])(
  "the public pages link only to active features: to orders and to the custody page (%s)",
  async (on) => {
    const { strategies } = JSON.parse((await got("/api/strategies")).body);
    const site = createSite({
      ...({} as SiteRoom),
      config: {
        env: "development",
        rootDir: process.cwd(),
        brand: "saphan",
        origin: "",
      } as SiteRoom["config"],
      clock: house.clock,
      isOn: (flag) => !["invest", "custodian"].includes(flag) || on,
      textsEdition: () => `invest ${on}`,
      text: (_, key) => key,
      strategies: async () => strategies,
      strategy: async () => ({ ...strategies[0], history: [] }),
    });
    const drawn = async (address: "/strategies/compare" | "/strategies/$code", key = "") => {
      const page = await site.page({ address, key, language: "th", q: "", codes: [] }, address);
      if (page === null || page === "not-built") throw new Error(`${address}: ${page}`);
      return page.plain.toString("utf8");
    };
    for (const html of [
      await drawn("/strategies/compare"),
      await drawn("/strategies/$code", strategies[0].code),
    ]) {
      expect(html.includes('href="/invest?')).toBe(on);
      expect(html.includes('href="/custody"')).toBe(on);
    }
  },
);

test("a page of the site stays unchanged while its content sources are unreachable", async () => {
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

describe("the site's languages", () => {
  test("the root address leads a visitor who has chosen a language to that language", async () => {
    const sent = await got("/", { cookie: "lng=en" });
    expect([sent.status, sent.headers.location, sent.headers["cache-control"]]).toEqual([
      302,
      "/en",
      "no-store",
    ]);
    for (const path of ["/", "/en", "/en/faq"])
      expect((await got(path)).headers["set-cookie"]).toBeUndefined();
  });

  test("a logged-in user at /strategies is led to the app", async () => {
    expect((await got("/strategies", { cookie: "saphan_token=x" })).body).toContain('id="root"');
    expect((await got("/strategies")).body).toContain("<h1");
  });
});

test("a page of the app names the code and style sheets that its address needs, so that the browser requests them all at once", async () => {
  const codeOf = async (path: string) =>
    [
      ...(await got(path)).body.matchAll(
        /<link rel="(?:modulepreload"|preload" as="style" crossorigin) href="([^"]*)">/g,
      ),
    ].map(([, href = ""]) => href);
  const [register, login, staff] = [
    await codeOf("/invest/register?step=account"),
    await codeOf("/login"),
    await codeOf("/staff/cases"),
  ];
  expect(register.some((file) => /flow-runner/.test(file))).toBe(true);
  expect(login.length).toBeGreaterThan(3);
  expect(register.some((file) => /\/flow-[^/]*\.css$/.test(file))).toBe(true);
  expect(login.some((file) => /flow-runner/.test(file))).toBe(false);
  // A staff page does not load the investors' screen of the same name.
  expect(staff.filter((file) => !login.includes(file))).toEqual([]);
  expect(staff.some((file) => /-screen/.test(file))).toBe(false);
  for (const file of register) expect([file, (await got(file)).status]).toEqual([file, 200]);
});

test("an unchanged page of the site is not sent to a browser again", async () => {
  const { headers } = await got("/en/faq");
  expect((await got("/en/faq", { "if-none-match": String(headers.etag) })).status).toBe(304);
});

describe("a page of the app at its address", () => {
  const asked = async (url: string, { method = "GET" as "GET" | "HEAD", cookie = "" } = {}) =>
    await house.server.app.inject({ method, url, headers: { cookie } });

  test.each([
    ["/login", 200],
    ["/overview", 200],
    ["/strategies", 200],
    ["/en", 200],
    ["/nowhere", 404],
  ])("answers HEAD in the same way as GET: %s %i", async (url, status) => {
    const [head, get] = [await asked(url, { method: "HEAD" }), await asked(url)];
    expect([head.statusCode, get.statusCode, head.body]).toEqual([status, status, ""]);
  });

  test.each([
    ["/en/contact", ""],
    ["/en/complaint?topic=fees", ""],
    ["/en/strategies/M-BTCA", "saphan_token=x"],
    ["/en/strategies", "saphan_token=x"],
  ])("is redirected to its English address below /en: %s", async (url, cookie) => {
    const answer = await asked(url, { cookie });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, url.slice(3)]);
    expect(answer.headers["set-cookie"]).toContain("lng=en");
  });

  test.each(["/en/nowhere", "/en/strategies/NONE"])(
    "is missing in English if it does not exist in Thai: %s",
    async (url) => {
      const answer = await asked(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain('<html lang="en"');
    },
  );

  test("answers 503 during maintenance, except for staff pages and the status call", async () => {
    const value = JSON.stringify({ maintenance: true, text: null });
    await house.database.db
      .insertInto("app_settings")
      .values({ name: "maintenance", value })
      .onConflict((row) => row.column("name").doUpdateSet({ value }))
      .execute();
    for (const url of ["/overview", "/", "/en", "/login", "/strategies/M-BTCA"]) {
      const answer = await asked(url);
      expect([url, answer.statusCode, answer.headers["retry-after"]]).toEqual([url, 503, "300"]);
      expect(answer.body).toContain('id="root"');
    }
    for (const url of ["/staff/maintenance", "/login?next=%2Fstaff", "/api/app-setting/maintenance"])
      expect([url, (await asked(url)).statusCode]).toEqual([url, 200]);
    await house.database.db.deleteFrom("app_settings").where("name", "=", "maintenance").execute();
  });
});
