import {
  addressIn,
  DEFAULT_LANGUAGE,
  LANGUAGES,
  type Language,
  languageFacts,
} from "../../../engine/values/languages.ts";
import { brandFacts } from "../../kit/brand/brand.ts";
import { titleOf } from "./pages.tsx";
import type { Site } from "./site.ts";
import type { SiteData, SiteShown } from "./site-data.ts";
import { structuredData } from "./structured-data.ts";

/** The head of a page's HTML: title, description, addresses, social pictures, structured data. */
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
      {[...structuredData(site, shown), ...(seo?.structuredData ? [seo.structuredData] : [])].map((one) => (
        <script
          key={JSON.stringify(one)}
          type="application/ld+json"
          // The browser never executes this data, and text that would close the element is escaped.
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
