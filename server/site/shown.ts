import type { SiteAddress } from "../../domain/pages.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Strategy } from "../fund/index.ts";
import type { SiteRoom } from "./room.ts";

/** Which page a visitor asked for: its address, the variable part of the address, and the query. */
export type Asked = {
  readonly address: SiteAddress;
  readonly key: string;
  readonly language: Language;
  readonly q: string;
  readonly codes: readonly string[];
};

/** Returns the data that the built pages need for a page; `null` if there is no such page. */
export async function shownAt(room: SiteRoom, asked: Asked): Promise<JsonObject | null> {
  return (await PAGES[asked.address](room, asked)) as JsonObject | null;
}

type Page = (room: SiteRoom, asked: Asked) => Promise<object | null>;

const PAGES: { readonly [Address in SiteAddress]: Page } = {
  "/": homePage,
  "/strategies": async (room, asked) => {
    const all = await strategiesOf(room, asked.language);
    const found = all.filter((one) =>
      says(asked.q, [one.code, one.name, one.managedBy, room.text(asked.language, one.typeKey)]),
    );
    return { page: "strategies", q: asked.q, found, total: all.length };
  },
  "/strategies/compare": async (room, asked) => {
    const all = await strategiesOf(room, asked.language);
    const wanted = asked.codes.length > 0 ? asked.codes : all.slice(0, 2).map(({ code }) => code);
    return {
      page: "compare",
      chosen: all.filter(({ code }) => wanted.includes(code)),
      all: all.map(({ code, name }) => ({ code, name })),
    };
  },
  "/strategies/$code": async (room, asked) => {
    const strategy = await room.strategy(asked.key);
    return strategy === null ? null : { page: "strategy", strategy };
  },
  "/articles": async (room, asked) => ({
    page: "articles",
    articles: (await room.content.read("article", asked.language)).map((one) => ({ ...one, blocks: [] })),
  }),
  "/articles/$uid": async (room, asked) => {
    const article = await room.content.readOne("article", asked.key, asked.language);
    if (article === null) return null;
    const all = await room.content.read("article", asked.language);
    const related = all.filter(({ key }) => article.related.includes(key));
    return { page: "article", article, related: related.map((one) => ({ ...one, blocks: [] })) };
  },
  "/news": async (room, asked) => ({ page: "news", news: await room.content.read("news", asked.language) }),
  "/testimonials": async (room, asked) => ({
    page: "testimonials",
    testimonials: await room.content.read("testimonial", asked.language),
  }),
  "/coffee": async (room, asked) => ({
    page: "coffee",
    episodes: await room.content.read("coffee", asked.language),
  }),
  "/coffee/$key": async (room, asked) => {
    const episode = await room.content.readOne("coffee", asked.key, asked.language);
    return episode === null ? null : { page: "episode", episode };
  },
  "/activities": async (room, asked) => ({
    page: "activities",
    activities: await activitiesToCome(room, asked.language),
    today: room.clock.today(),
  }),
  "/team": async (room, asked) => ({ page: "team", team: await room.content.read("member", asked.language) }),
  "/faq": async (room, asked) => {
    const all = await room.content.read("faq", asked.language);
    const found = all.filter((one) => says(asked.q, [one.question, JSON.stringify(one.blocks)]));
    return { page: "faq", q: asked.q, found, total: all.length };
  },
  "/disclosure": async (room, asked) => ({
    page: "disclosure",
    sections: await room.content.read("disclosure", asked.language),
    regulators: await room.content.read("regulator", asked.language),
  }),
  "/legal/$document": async (room, asked) => {
    const found = await room.legal(asked.key);
    if (found === null) return null;
    const { title, version, mark = null, sections } = found.content[asked.language];
    return { page: "legal", title, version, effectiveFrom: found.effectiveFrom, mark, sections };
  },
  "/custody": async (room, asked) => (room.isOn("custodian") ? await textPage(room, "custody", asked) : null),
  "/learn": (room, asked) => textPage(room, "learn", asked),
  "/about": (room, asked) => textPage(room, "about", asked),
};

async function homePage(room: SiteRoom, { language }: Asked) {
  const { content } = room;
  const [home, strategies, team, testimonials, articles, news, activities, coffee, questions] =
    await Promise.all([
      content.readOne("home", "home", language),
      strategiesOf(room, language),
      content.read("member", language),
      content.read("testimonial", language),
      content.read("article", language),
      content.read("news", language),
      activitiesToCome(room, language),
      content.read("coffee", language),
      content.read("faq", language),
    ]);
  if (home === null) return null;
  const popular = questions.filter((one) => one.popular);
  return {
    page: "home",
    home,
    strategies,
    team,
    testimonials,
    // The first page shows only the titles of articles, so their text is left out.
    articles: articles.slice(0, 3).map((one) => ({ ...one, blocks: [] })),
    news: news.slice(0, 4),
    activities: activities.slice(0, 3),
    coffee: coffee.slice(0, 3),
    questions: popular.slice(0, 6),
  };
}

async function textPage({ content }: SiteRoom, page: "custody" | "learn" | "about", { language }: Asked) {
  const text = await content.readOne("page", page, language);
  if (text === null) return null;
  const articles = page === "about" ? [] : await content.read("article", language);
  return { page, text, articles: articles.slice(0, 3).map((one) => ({ ...one, blocks: [] })) };
}

async function activitiesToCome({ content, clock }: SiteRoom, language: Language) {
  const now = Date.parse(clock.now().toISO() ?? "");
  return (await content.read("activity", language)).filter(({ end }) => Date.parse(end) >= now);
}

/** Returns whether each search term occurs in one of the texts. Upper and lower case are the same. */
function says(q: string, texts: readonly string[]): boolean {
  const text = texts.join(" ").toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

async function strategiesOf(room: SiteRoom, language: Language) {
  return (await room.strategies()).map((of: Strategy) => ({
    code: of.code,
    name: room.text(language, `strategy:${of.nameKey}.short`),
    riskLevel: of.riskLevel,
    open: of.open,
    nav: of.nav,
    year: of.returns.year1,
    trend: of.trend,
    managedBy: of.texts.managedBy[language],
    typeKey: of.typeKey,
    currencyPolicyKey: of.currencyPolicyKey,
    dividendPolicyKey: of.dividendPolicyKey,
    startingNav: of.startingNav,
    frontEndBps: of.fees.frontEndBps,
    reductionProfitBps: of.fees.reductionProfitBps,
    totalCostBps: of.fees.totalCostBps,
    minFirst: of.minimums.first,
    minNext: of.minimums.next,
    registeredOn: of.registeredOn,
    netAssets: of.netAssets,
  }));
}
