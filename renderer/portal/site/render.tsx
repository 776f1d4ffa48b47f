import { createInstance } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { addressIn } from "../../../engine/values/languages.ts";
import { drawFor } from "../../kit/brand/brand.ts";
import { joinerOf } from "../../kit/text/joiner-of.ts";
import { ComparePage } from "./compare-page.tsx";
import { Head } from "./head.tsx";
import { HomePage } from "./home-page.tsx";
import * as pages from "./pages.tsx";
import type { Site } from "./site.ts";
import type { SiteData, SiteShown } from "./site-data.ts";
import { StrategyPage } from "./strategy-page.tsx";

/**
 * Pages of the public site. They have an address in each language, whereas pages of the app have only one.
 */
const OF_THE_SITE =
  /^\/($|[?#]|(articles|news|testimonials|coffee|activities|team|faq|learn|about|disclosure|custody|legal)(\/|[?#]|$)|strategies(\/[^/?#]+)?([?#]|$))/;

/**
 * Renders a public page as a complete HTML document. This module is built for the server (`server/build.ts`),
 * which supplies all data.
 */
export function render(data: SiteData): string {
  drawFor(data.brand);
  const site = siteOf(data);
  const html = renderToStaticMarkup(
    <html lang={data.language} data-brand={data.brand}>
      <Head site={site} data={data} />
      <body>
        <a className="skip" href="#main">
          {site.words("common:skip")}
        </a>
        <Shown site={site} of={data.shown} />
      </body>
    </html>,
  );
  // Word joiners are only for displayed text, so they are left out of the head.
  const body = html.indexOf("<body>");
  return `<!doctype html>${html.slice(0, body)}${wholeWords(data)(html.slice(body))}`;
}

function wholeWords({ texts }: SiteData): (html: string) => string {
  const { together } = (texts.common ?? {}) as { readonly together?: unknown };
  return typeof together === "string" ? joinerOf(together) : (html) => html;
}

function siteOf(data: SiteData): Site {
  const texts = createInstance();
  texts.init({
    lng: data.language,
    resources: { [data.language]: data.texts } as never,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  const { language, brand, path, origin, manyLanguages, demo, places } = data;
  return {
    language,
    brand,
    path,
    origin,
    manyLanguages,
    demo,
    places,
    words: (key, params) => String(texts.t(key, params as never)),
    to: (address) => (OF_THE_SITE.test(address) ? addressIn(language, address) : address),
  };
}

function Shown({ site, of }: { readonly site: Site; readonly of: SiteShown }) {
  switch (of.page) {
    case "home":
      return <HomePage site={site} of={of} />;
    case "strategies":
      return <pages.StrategiesPage site={site} of={of} />;
    case "compare":
      return <ComparePage site={site} of={of} />;
    case "strategy":
      return <StrategyPage site={site} of={of} />;
    case "articles":
      return <pages.ArticlesPage site={site} of={of} />;
    case "article":
      return <pages.ArticlePage site={site} of={of} />;
    case "news":
      return <pages.NewsPage site={site} of={of} />;
    case "testimonials":
      return <pages.TestimonialsPage site={site} of={of} />;
    case "coffee":
      return <pages.CoffeePage site={site} of={of} />;
    case "episode":
      return <pages.EpisodePage site={site} of={of} />;
    case "activities":
      return <pages.ActivitiesPage site={site} of={of} />;
    case "team":
      return <pages.TeamPage site={site} of={of} />;
    case "faq":
      return <pages.FaqPage site={site} of={of} />;
    case "about":
    case "learn":
    case "custody":
      return <pages.TextPage site={site} of={of} />;
    case "disclosure":
      return <pages.DisclosurePage site={site} of={of} />;
    case "legal":
      return <pages.LegalPage site={site} of={of} />;
  }
}
