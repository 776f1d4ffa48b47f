import {
  addressIn,
  DEFAULT_LANGUAGE,
  LANGUAGES,
  type Language,
  languageFacts,
} from "../../../engine/values/languages.ts";
import { brandFacts } from "../../kit/brand/brand.ts";
import { crumbsOf, nameOfStrategy, titleOf } from "./pages.tsx";
import type { Site } from "./site.ts";
import type { SiteBlock, SiteData, SiteShown } from "./site-data.ts";

/** The head of a page: title, description, addresses, social pictures, structured data. */
export function Head({ site, data }: { readonly site: Site; readonly data: SiteData }) {
  const { shown, seo, assets } = data;
  const plain = site.path.split("?")[0] ?? site.path;
  const address = (language: Language) => `${site.origin}${addressIn(language, plain)}`;
  const title = seo?.metaTitle ?? `${titleOf(site, shown)} · ${brandFacts().name}`;
  const description = seo?.metaDescription ?? descriptionOf(site, shown);
  const facebook = seo?.metaSocial.find((one) => one.socialNetwork === "Facebook");
  const twitter = seo?.metaSocial.find((one) => one.socialNetwork === "Twitter");
  const picture = facebook?.image ?? seo?.metaImage ?? null;
  const searched = site.path.includes("?");
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{title}</title>
      <meta name="description" content={description} />
      {searched ? <meta name="robots" content="noindex" /> : null}
      <link rel="canonical" href={address(site.language)} />
      {site.manyLanguages ? (
        <>
          {LANGUAGES.map((language) => (
            <link key={language} rel="alternate" hrefLang={language} href={address(language)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={address(DEFAULT_LANGUAGE)} />
        </>
      ) : null}
      <meta property="og:type" content={shown.page === "article" ? "article" : "website"} />
      <meta property="og:site_name" content={brandFacts().name} />
      <meta property="og:locale" content={languageFacts(site.language).tag.replace("-", "_")} />
      <meta property="og:url" content={address(site.language)} />
      <meta property="og:title" content={facebook?.title ?? title} />
      <meta property="og:description" content={facebook?.description ?? description} />
      {picture === null ? null : <meta property="og:image" content={`${site.origin}${picture.src}`} />}
      <meta name="twitter:card" content={picture === null ? "summary" : "summary_large_image"} />
      <meta name="twitter:title" content={twitter?.title ?? title} />
      <meta name="twitter:description" content={twitter?.description ?? description} />
      <meta name="theme-color" content={brandFacts().themeColor} />
      <link rel="icon" type="image/svg+xml" href={`/icon-${site.brand}.svg`} />
      {assets.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <script type="module" src={assets.script} />
      {[...structured(site, shown), ...(seo?.structuredData ? [seo.structuredData] : [])].map((one) => (
        <script
          key={JSON.stringify(one)}
          type="application/ld+json"
          // Data, never executed; text that would close the element is escaped.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON for search engines, escaped here.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(one).replaceAll("<", "\\u003c") }}
        />
      ))}
    </head>
  );
}

function descriptionOf(site: Site, shown: SiteShown): string {
  switch (shown.page) {
    case "home":
      return shown.home.hero.lead;
    case "article":
      return shown.article.lead;
    case "episode":
      return shown.episode.lead;
    case "about":
    case "learn":
    case "custody":
      return shown.text.lead;
    case "strategy":
      return shown.strategy.texts.about[site.language];
    case "legal":
      return site.words("public-info:legal", { title: shown.title, version: shown.version });
    default:
      return site.words(`public-info:describes.${shown.page}`);
  }
}

type Data = { readonly "@type": string; readonly [name: string]: unknown };

/** The page's content as schema.org data; nothing that it does not show. */
function structured(site: Site, shown: SiteShown): readonly Data[] {
  const { origin, language, path } = site;
  const context = { "@context": "https://schema.org" } as const;
  const url = `${origin}${addressIn(language, path.split("?")[0] ?? path)}`;
  const organisation = { "@type": "Organization", name: brandFacts().name, url: origin };
  const crumbs = crumbsOf(site, shown);
  const way: readonly Data[] =
    crumbs.length < 2
      ? []
      : [
          {
            ...context,
            "@type": "BreadcrumbList",
            itemListElement: crumbs.map(({ name, path: at }, index) => ({
              "@type": "ListItem",
              position: index + 1,
              name,
              item: `${origin}${addressIn(language, at)}`,
            })),
          },
        ];
  return [...own(), ...way];

  function own(): readonly Data[] {
    switch (shown.page) {
      case "home":
        return [
          { ...context, ...organisation, telephone: brandFacts().phone },
          { ...context, "@type": "WebSite", name: brandFacts().name, url, inLanguage: language },
        ];
      case "strategies":
        return shown.found.length === 0
          ? []
          : [
              {
                ...context,
                "@type": "ItemList",
                itemListElement: shown.found.map((one, index) => ({
                  "@type": "ListItem",
                  position: index + 1,
                  item: {
                    "@type": "InvestmentFund",
                    name: one.code,
                    description: one.name,
                    provider: organisation,
                  },
                })),
              },
            ];
      case "strategy":
        return [
          {
            ...context,
            "@type": "InvestmentFund",
            name: shown.strategy.code,
            alternateName: nameOfStrategy(site, shown.strategy),
            description: shown.strategy.texts.about[language],
            url,
            provider: organisation,
          },
        ];
      case "article":
        return [
          {
            ...context,
            "@type": "Article",
            headline: shown.article.title,
            description: shown.article.lead,
            datePublished: shown.article.date,
            author: { "@type": "Person", name: shown.article.author },
            publisher: organisation,
            inLanguage: shown.article.language,
            mainEntityOfPage: url,
          },
        ];
      case "activities":
        return shown.activities.map((one) => ({
          ...context,
          "@type": "Event",
          name: one.title,
          startDate: one.start,
          endDate: one.end,
          location: { "@type": "Place", name: one.place },
          organizer: organisation,
        }));
      case "faq":
        return shown.found.length === 0
          ? []
          : [
              {
                ...context,
                "@type": "FAQPage",
                mainEntity: shown.found.map((one) => ({
                  "@type": "Question",
                  name: one.question,
                  acceptedAnswer: { "@type": "Answer", text: one.blocks.map(plainText).join(" ") },
                })),
              },
            ];
      default:
        return [];
    }
  }
}

/** A block as plain text, for search engines. */
export function plainText(block: SiteBlock): string {
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
