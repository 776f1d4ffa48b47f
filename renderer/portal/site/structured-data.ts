import { addressIn } from "../../../engine/values/languages.ts";
import { brandFacts } from "../../kit/brand/brand.ts";
import { crumbsOf, nameOfStrategy } from "./pages.tsx";
import type { Site } from "./site.ts";
import type { SiteBlock, SiteShown } from "./site-data.ts";

type Data = { readonly "@type": string; readonly [name: string]: unknown };

/** Returns the page's content as schema.org data. It contains only what the page shows. */
export function structuredData(site: Site, shown: SiteShown): readonly Data[] {
  return [...contentOf(site, shown), ...crumbList(site, shown)].map((one) => ({
    "@context": "https://schema.org",
    ...one,
  }));
}

function contentOf(site: Site, shown: SiteShown): readonly Data[] {
  switch (shown.page) {
    case "home":
      return companyAndSite(site);
    case "strategies":
      return shown.found.length === 0 ? [] : [strategyList(site, shown.found)];
    case "strategy":
      return [strategyOf(site, shown.strategy)];
    case "article":
      return [articleOf(site, shown.article)];
    case "activities":
      return shown.activities.map((one) => eventOf(site, one));
    case "faq":
      return shown.found.length === 0 ? [] : [questionsOf(shown.found)];
    default:
      return [];
  }
}

type Shown<Page extends SiteShown["page"]> = Extract<SiteShown, { page: Page }>;

function companyAndSite(site: Site): readonly Data[] {
  const { name, phone } = brandFacts();
  return [
    { ...organisation(site), telephone: phone },
    { "@type": "WebSite", name, url: addressOf(site), inLanguage: site.language },
  ];
}

function strategyList(site: Site, found: Shown<"strategies">["found"]): Data {
  return {
    "@type": "ItemList",
    itemListElement: found.map((one, index) => ({
      "@type": "ListItem",
      position: index + 1,
      item: {
        "@type": "InvestmentFund",
        name: one.code,
        description: one.name,
        provider: organisation(site),
      },
    })),
  };
}

function strategyOf(site: Site, strategy: Shown<"strategy">["strategy"]): Data {
  return {
    "@type": "InvestmentFund",
    name: strategy.code,
    alternateName: nameOfStrategy(site, strategy),
    description: strategy.texts.about[site.language],
    url: addressOf(site),
    provider: organisation(site),
  };
}

function articleOf(site: Site, article: Shown<"article">["article"]): Data {
  return {
    "@type": "Article",
    headline: article.title,
    description: article.lead,
    datePublished: article.date,
    author: { "@type": "Person", name: article.author },
    publisher: organisation(site),
    inLanguage: article.language,
    mainEntityOfPage: addressOf(site),
  };
}

function eventOf(site: Site, activity: Shown<"activities">["activities"][number]): Data {
  return {
    "@type": "Event",
    name: activity.title,
    startDate: activity.start,
    endDate: activity.end,
    location: { "@type": "Place", name: activity.place },
    organizer: organisation(site),
  };
}

function questionsOf(found: Shown<"faq">["found"]): Data {
  return {
    "@type": "FAQPage",
    mainEntity: found.map((one) => ({
      "@type": "Question",
      name: one.question,
      acceptedAnswer: { "@type": "Answer", text: one.blocks.map(plainText).join(" ") },
    })),
  };
}

/** Returns the breadcrumbs from the home page to this page. */
function crumbList(site: Site, shown: SiteShown): readonly Data[] {
  const crumbs = crumbsOf(site, shown);
  if (crumbs.length < 2) return [];
  return [
    {
      "@type": "BreadcrumbList",
      itemListElement: crumbs.map(({ name, path }, index) => ({
        "@type": "ListItem",
        position: index + 1,
        name,
        item: `${site.origin}${addressIn(site.language, path)}`,
      })),
    },
  ];
}

function organisation({ origin }: Site): Data {
  return { "@type": "Organization", name: brandFacts().name, url: origin };
}

/** Returns the page's address without the search parameters. */
function addressOf({ origin, language, path }: Site): string {
  return `${origin}${addressIn(language, path.split("?")[0] ?? path)}`;
}

function plainText(block: SiteBlock): string {
  switch (block.kind) {
    case "list":
      return block.items.join(" ");
    case "image":
      return block.picture.alt;
    case "table":
      return [block.head, ...block.rows].map((row) => row.join(" ")).join(" ");
    default:
      return block.text;
  }
}
