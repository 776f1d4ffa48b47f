import type { SiteAddress } from "../../domain/pages.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Strategy } from "../fund/index.ts";
import type { SiteRoom } from "./room.ts";

/** The requested page: address, its variable part, and the query. */
export type Asked = {
  readonly address: SiteAddress;
  readonly key: string;
  readonly language: Language;
  readonly q: string;
  readonly codes: readonly string[];
};

/** Returns the data of a page for the built pages; `null` if there is no such page. */
export async function shownAt(room: SiteRoom, asked: Asked): Promise<JsonObject | null> {
  const { content } = room;
  const { language } = asked;
  const shown = await (async (): Promise<object | null> => {
    switch (asked.address) {
      case "/": {
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
          // The first page only lists articles; their text is on their own pages.
          articles: articles.slice(0, 3).map((one) => ({ ...one, blocks: [] })),
          news: news.slice(0, 4),
          activities: activities.slice(0, 3),
          coffee: coffee.slice(0, 3),
          questions: popular.slice(0, 6),
        };
      }
      case "/strategies": {
        const all = await strategiesOf(room, language);
        const found = all.filter((one) =>
          says(asked.q, [one.code, one.name, one.managedBy, room.text(language, one.typeKey)]),
        );
        return { page: "strategies", q: asked.q, found, total: all.length };
      }
      case "/strategies/compare": {
        const all = await strategiesOf(room, language);
        const wanted = asked.codes.length > 0 ? asked.codes : all.slice(0, 2).map(({ code }) => code);
        return {
          page: "compare",
          chosen: all.filter(({ code }) => wanted.includes(code)),
          all: all.map(({ code, name }) => ({ code, name })),
        };
      }
      case "/strategies/$code": {
        const strategy = await room.strategy(asked.key);
        return strategy === null ? null : { page: "strategy", strategy };
      }
      case "/articles":
        return {
          page: "articles",
          articles: (await content.read("article", language)).map((one) => ({ ...one, blocks: [] })),
        };
      case "/articles/$uid": {
        const article = await content.readOne("article", asked.key, language);
        if (article === null) return null;
        const all = await content.read("article", language);
        const related = all.filter(({ key }) => article.related.includes(key));
        return { page: "article", article, related: related.map((one) => ({ ...one, blocks: [] })) };
      }
      case "/news":
        return { page: "news", news: await content.read("news", language) };
      case "/testimonials":
        return { page: "testimonials", testimonials: await content.read("testimonial", language) };
      case "/coffee":
        return { page: "coffee", episodes: await content.read("coffee", language) };
      case "/coffee/$key": {
        const episode = await content.readOne("coffee", asked.key, language);
        return episode === null ? null : { page: "episode", episode };
      }
      case "/activities":
        return {
          page: "activities",
          activities: await activitiesToCome(room, language),
          today: room.clock.today(),
        };
      case "/team":
        return { page: "team", team: await content.read("member", language) };
      case "/faq": {
        const all = await content.read("faq", language);
        const found = all.filter((one) => says(asked.q, [one.question, JSON.stringify(one.blocks)]));
        return { page: "faq", q: asked.q, found, total: all.length };
      }
      case "/custody":
      case "/learn":
      case "/about": {
        const page = asked.address.slice(1) as "custody" | "learn" | "about";
        if (page === "custody" && !room.isOn("custodian")) return null;
        const text = await content.readOne("page", page, language);
        if (text === null) return null;
        const articles = page === "about" ? [] : await content.read("article", language);
        return { page, text, articles: articles.slice(0, 3).map((one) => ({ ...one, blocks: [] })) };
      }
      case "/disclosure":
        return {
          page: "disclosure",
          sections: await content.read("disclosure", language),
          regulators: await content.read("regulator", language),
        };
      case "/legal/$document": {
        const found = await room.legal(asked.key);
        if (found === null) return null;
        const { title, version, mark = null, sections } = found.content[language];
        return { page: "legal", title, version, effectiveFrom: found.effectiveFrom, mark, sections };
      }
    }
  })();
  return shown as JsonObject | null;
}

async function activitiesToCome({ content, clock }: SiteRoom, language: Language) {
  const now = Date.parse(clock.now().toISO() ?? "");
  return (await content.read("activity", language)).filter(({ end }) => Date.parse(end) >= now);
}

/** Returns whether every search term occurs in one of the texts, ignoring case. */
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
