import { ChevronDown } from "lucide-react";
import { Button, ButtonLink } from "../../kit/parts/button.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { Blocks, PictureOf, said, TableBox } from "./blocks.tsx";
import {
  ActivityItem,
  ArticleCard,
  CoffeeCard,
  MemberCard,
  NewsItem,
  StrategyCard,
  Testimonial,
} from "./cards.tsx";
import { Below, type Crumb } from "./frame.tsx";
import type { Site } from "./site.ts";
import type { SiteShown } from "./site-data.ts";

type Of<Page extends SiteShown["page"]> = {
  readonly site: Site;
  readonly of: Extract<SiteShown, { page: Page }>;
};

/** Returns the breadcrumbs of a page. */
export function crumbsOf(site: Site, shown: SiteShown): readonly Crumb[] {
  const { words } = site;
  const home: Crumb = { name: words("breadcrumb:home"), path: "/" };
  const path = site.path.split("?")[0] ?? site.path;
  const at = (name: string): Crumb => ({ name, path });
  switch (shown.page) {
    case "home":
      return [home];
    case "article":
      return [home, { name: words("breadcrumb:articles"), path: "/articles" }, at(shown.article.title)];
    case "episode":
      return [
        home,
        { name: words("article-testimonial:coffee.title"), path: "/coffee" },
        at(shown.episode.title),
      ];
    case "compare":
      return [
        home,
        { name: words("header:strategies"), path: "/strategies" },
        at(words("strategy:compare.title")),
      ];
    case "strategy":
      return [home, { name: words("header:strategies"), path: "/strategies" }, at(shown.strategy.code)];
    case "articles":
      return [home, at(words("breadcrumb:articles"))];
    case "testimonials":
      return [home, at(words("breadcrumb:testimonials"))];
    case "learn":
      return [home, at(words("breadcrumb:learn"))];
    default:
      return [home, at(titleOf(site, shown))];
  }
}

/** Returns the page's heading, which is also its title for browsers and search engines. */
export function titleOf(site: Site, shown: SiteShown): string {
  const { words } = site;
  switch (shown.page) {
    case "home":
      return shown.home.hero.title;
    case "strategies":
      return words("strategy:site.title");
    case "compare":
      return words("strategy:compare.title");
    case "strategy":
      return `${shown.strategy.code} ${nameOfStrategy(site, shown.strategy)}`;
    case "article":
      return shown.article.title;
    case "episode":
      return shown.episode.title;
    case "testimonials":
      return words("article-testimonial:title");
    case "articles":
    case "news":
    case "coffee":
    case "activities":
    case "team":
      return words(`article-testimonial:${shown.page}.title`);
    case "faq":
      return words("faq:title");
    case "about":
    case "learn":
    case "custody":
      return shown.text.title;
    case "disclosure":
      return words("public-info:title");
    case "legal":
      return shown.title;
  }
}

/** Returns a strategy's short description. */
export function nameOfStrategy(site: Site, { nameKey }: { readonly nameKey: string }): string {
  return site.words(`strategy:${nameKey}.short`);
}

/** The page of all strategies, with a search that works without a script. */
export function StrategiesPage({ site, of }: Of<"strategies">) {
  const { words, to } = site;
  return (
    <Below site={site} crumbs={crumbsOf(site, of)}>
      <h1>{words("strategy:site.title")}</h1>
      <p className="lead mut">{said(site, words("strategy:site.lead"))}</p>
      <Search site={site} path="/strategies" q={of.q} label={words("strategy:site.search")} />
      <p translate="no" className="small" role="status">
        {of.q === ""
          ? words("strategy:site.all", { total: of.total })
          : words("strategy:site.found", { count: of.found.length, total: of.total, q: of.q })}
      </p>
      <form action={to("/strategies/compare")} className="pick">
        <div className="grid3 shown">
          {of.found.map((one) => (
            <div key={one.code} className="pickone">
              <StrategyCard under={1} site={site} of={one} />
              <label className="small">
                <input type="checkbox" name="codes" value={one.code} /> {words("strategy:compare.add")}
              </label>
            </div>
          ))}
        </div>
        {of.found.length > 0 ? (
          <p className="shown">
            <Button type="submit">{words("strategy:compare.button")}</Button>
          </p>
        ) : null}
      </form>
      {of.found.length === 0 ? (
        <p>
          <a href={to("/strategies")}>{words("strategy:site.clear")}</a>
        </p>
      ) : null}
    </Below>
  );
}

/** The page of all articles. */
export function ArticlesPage({ site, of }: Of<"articles">) {
  return (
    <Below site={site} crumbs={crumbsOf(site, of)}>
      <h1>{site.words("article-testimonial:articles.title")}</h1>
      <div className="grid3 shown">
        {of.articles.map((one) => (
          <ArticleCard under={1} key={one.key} site={site} of={one} />
        ))}
      </div>
    </Below>
  );
}

/** The page of one article, with related articles. */
export function ArticlePage({ site, of }: Of<"article">) {
  const { article, related } = of;
  return (
    <Below site={site} crumbs={crumbsOf(site, of)} narrow>
      <article className="running" lang={article.language === site.language ? undefined : article.language}>
        <h1>{said(site, article.title)}</h1>
        <p className="small">
          {site.words("article-testimonial:by", { author: article.author })} ·{" "}
          <time dateTime={article.date}>{formatDate(article.date)}</time>
        </p>
        <p className="lead">{said(site, article.lead)}</p>
        {article.cover === null ? null : (
          <PictureOf of={article.cover} sizes="(min-width: 720px) 672px, 100vw" />
        )}
        <Blocks of={article.blocks} site={site} under={1} />
        {article.tags.length > 0 ? <p className="small">{article.tags.join(" · ")}</p> : null}
      </article>
      {related.length > 0 ? (
        <section className="blk" aria-labelledby="related">
          <h2 id="related">{site.words("article-testimonial:related")}</h2>
          <div className="grid3 shown">
            {related.map((one) => (
              <ArticleCard key={one.key} site={site} of={one} />
            ))}
          </div>
        </section>
      ) : null}
    </Below>
  );
}

/** The page of news from other publishers. */
export function NewsPage({ site, of }: Of<"news">) {
  return (
    <Below site={site} crumbs={crumbsOf(site, of)} narrow>
      <h1>{site.words("article-testimonial:news.title")}</h1>
      <p className="mut">{said(site, site.words("article-testimonial:news.lead"))}</p>
      <ul className="newslist shown">
        {of.news.map((one) => (
          <NewsItem key={one.key} site={site} of={one} />
        ))}
      </ul>
    </Below>
  );
}

/** The page of investors' testimonials. */
export function TestimonialsPage({ site, of }: Of<"testimonials">) {
  return (
    <Below site={site} crumbs={crumbsOf(site, of)}>
      <h1>{site.words("article-testimonial:title")}</h1>
      <p className="mut">{said(site, site.words("article-testimonial:demo"))}</p>
      <div className="grid3 shown">
        {of.testimonials.map((one) => (
          <Testimonial key={one.key} site={site} of={one} />
        ))}
      </div>
    </Below>
  );
}

/** The page of the Coffee programme. */
export function CoffeePage({ site, of }: Of<"coffee">) {
  return (
    <Below site={site} crumbs={crumbsOf(site, of)}>
      <h1>{site.words("article-testimonial:coffee.title")}</h1>
      <p className="mut">{said(site, site.words("article-testimonial:coffee.lead"))}</p>
      <div className="grid3 shown">
        {of.episodes.map((one) => (
          <CoffeeCard under={1} key={one.key} site={site} of={one} />
        ))}
      </div>
    </Below>
  );
}

/** The page of one episode of the Coffee programme. */
export function EpisodePage({ site, of: { episode, ...rest } }: Of<"episode">) {
  return (
    <Below site={site} crumbs={crumbsOf(site, { ...rest, episode })} narrow>
      <article className="running">
        <p className="small">
          {site.words("article-testimonial:coffee.episode", { number: episode.episode })} ·{" "}
          <time dateTime={episode.date}>{formatDate(episode.date)}</time>
        </p>
        <h1>{said(site, episode.title)}</h1>
        <p className="lead">{said(site, episode.lead)}</p>
        <p>
          <b>{episode.guest.name}</b>, {episode.guest.about}
        </p>
        <Blocks of={episode.blocks} site={site} under={1} />
        <p>
          <ButtonLink kind="main" href={episode.link}>
            {site.words("article-testimonial:coffee.watch")}
          </ButtonLink>
        </p>
      </article>
    </Below>
  );
}

/** The page with the calendar of activities, month by month. */
export function ActivitiesPage({ site, of }: Of<"activities">) {
  const months = [...new Set(of.activities.map((one) => one.start.slice(0, 7)))];
  return (
    <Below site={site} crumbs={crumbsOf(site, of)} narrow>
      <h1>{site.words("article-testimonial:activities.title")}</h1>
      {months.length === 0 ? (
        <p className="mut">{site.words("article-testimonial:activities.none")}</p>
      ) : null}
      {months.map((month) => (
        <section key={month} aria-labelledby={`m${month}`}>
          <h2 id={`m${month}`} className="monthname">
            {site.words(`article-testimonial:monthName.${month.slice(5)}`)} {month.slice(0, 4)}
          </h2>
          <ul className="acts">
            {of.activities
              .filter((one) => one.start.startsWith(month))
              .map((one) => (
                <ActivityItem key={one.key} site={site} of={one} />
              ))}
          </ul>
        </section>
      ))}
      <p className="shown">
        <a href={`/activities.ics?lng=${site.language}`}>
          {site.words("article-testimonial:activities.ical")}
        </a>
      </p>
    </Below>
  );
}

/** The page of the management team. */
export function TeamPage({ site, of }: Of<"team">) {
  return (
    <Below site={site} crumbs={crumbsOf(site, of)}>
      <h1>{site.words("article-testimonial:team.title")}</h1>
      <div className="grid3 shown">
        {of.team.map((one) => (
          <MemberCard under={1} key={one.key} of={one} />
        ))}
      </div>
    </Below>
  );
}

/** The page of questions and answers in groups, with a search. */
export function FaqPage({ site, of }: Of<"faq">) {
  const groups = [...new Set(of.found.map((one) => one.group))];
  return (
    <Below site={site} crumbs={crumbsOf(site, of)} narrow>
      <h1>{site.words("faq:title")}</h1>
      <Search site={site} path="/faq" q={of.q} label={site.words("faq:search")} />
      {of.q === "" ? null : (
        <p translate="no" className="small" role="status">
          {site.words("faq:found", { count: of.found.length, total: of.total, q: of.q })}
        </p>
      )}
      {of.found.length === 0 ? (
        <p>
          <a href={site.to("/faq")}>{site.words("faq:clear")}</a> ·{" "}
          <a href={site.to("/contact")}>{site.words("faq:ask")}</a>
        </p>
      ) : null}
      {of.q === "" ? <Topics site={site} groups={groups} /> : null}
      {groups.map((group) => (
        <section key={group} className="faq" aria-labelledby={`g-${group}`}>
          <h2 id={`g-${group}`}>{site.words(`faq:group.${group}`)}</h2>
          {of.found
            .filter((one) => one.group === group)
            .map((one) => (
              <details key={one.key} open={of.q !== ""}>
                <summary>
                  <span>{said(site, one.question)}</span>
                  <ChevronDown size={20} aria-hidden="true" />
                </summary>
                <Blocks of={one.blocks} site={site} />
              </details>
            ))}
        </section>
      ))}
    </Below>
  );
}

/** Links to popular topics. They are at the top, because on phones the questions are far down. */
function Topics({ site, groups }: { readonly site: Site; readonly groups: readonly string[] }) {
  const topics = [
    { to: site.to("/learn#why"), name: site.words("faq:topic.why") },
    { to: site.to("/learn#safety"), name: site.words("faq:topic.safety") },
    ...groups.map((group) => ({ to: `#g-${group}`, name: site.words(`faq:group.${group}`) })),
  ];
  return (
    <nav className="topics" aria-labelledby="topics">
      <h2 id="topics">{site.words("faq:topic.title")}</h2>
      <ul>
        {topics.map(({ to, name }) => (
          <li key={to}>
            <a className="btn btn--soft btn--small" href={to}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A page of running text: about, learn, custody. */
export function TextPage({ site, of }: Of<"about" | "learn" | "custody">) {
  return (
    <Below site={site} crumbs={crumbsOf(site, of)} narrow>
      <div className="running">
        <h1>{said(site, of.text.title)}</h1>
        <p className="lead">{said(site, of.text.lead)}</p>
        {of.text.sections.map((section) => (
          <section key={section.key} id={section.key}>
            <h2>{said(site, section.title)}</h2>
            <Blocks of={section.blocks} site={site} />
          </section>
        ))}
      </div>
      {of.articles.length > 0 ? (
        <section className="blk" aria-labelledby="related">
          <h2 id="related">{site.words("article-testimonial:related")}</h2>
          <div className="grid3 shown">
            {of.articles.map((one) => (
              <ArticleCard key={one.key} site={site} of={one} />
            ))}
          </div>
        </section>
      ) : null}
    </Below>
  );
}

const REGULATOR = ["provider", "country", "authority", "licences", "website"] as const;

/** The page of public disclosure: the company's financial strength, custody of assets, regulators. */
export function DisclosurePage({ site, of }: Of<"disclosure">) {
  const { words } = site;
  const column = (name: (typeof REGULATOR)[number]) => words(`public-info:table.${name}`);
  return (
    <Below site={site} crumbs={crumbsOf(site, of)} narrow>
      <div className="running">
        <h1>{words("public-info:title")}</h1>
        <p className="small">{words("public-info:demo")}</p>
        {of.sections.map((section) => (
          <section key={section.key} id={section.key}>
            <h2>{said(site, section.title)}</h2>
            <Blocks of={section.blocks} site={site} />
          </section>
        ))}
        <section>
          <h2>{words("public-info:regulators")}</h2>
          <TableBox label={words("public-info:regulators")}>
            <table className="stack">
              <caption className="sr">{words("public-info:regulators")}</caption>
              <thead>
                <tr>
                  {REGULATOR.map((name) => (
                    <th key={name} scope="col">
                      {column(name)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {of.regulators.map((row) => (
                  <tr key={row.key}>
                    <th scope="row">{row.provider}</th>
                    <td data-label={column("country")}>{row.country}</td>
                    <td data-label={column("authority")}>{row.authority}</td>
                    <td data-label={column("licences")}>{row.licences.join(", ")}</td>
                    <td data-label={column("website")}>
                      <a href={row.website} rel="noopener external">
                        {new URL(row.website).host}
                      </a>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableBox>
        </section>
        {site.places.custody ? (
          <p>
            <a href={site.to("/custody")}>{words("common:footer.company.custody")}</a>
          </p>
        ) : null}
      </div>
    </Below>
  );
}

/** The page of a legal text in force, with version and date. */
export function LegalPage({ site, of }: Of<"legal">) {
  return (
    <Below site={site} crumbs={crumbsOf(site, of)} narrow>
      <div className="running">
        <h1>{said(site, of.title)}</h1>
        <p className="small">
          {site.words("common:legal.version", { version: of.version, date: formatDate(of.effectiveFrom) })}
        </p>
        {of.mark === null ? null : <p>{of.mark}</p>}
        {of.sections.map(({ heading, text }) => (
          <section key={heading}>
            <h2>{said(site, heading)}</h2>
            {text.split(/\n+/).map((paragraph) => (
              <p key={paragraph}>{said(site, paragraph)}</p>
            ))}
          </section>
        ))}
      </div>
    </Below>
  );
}

/**
 * A search form whose results have their own address. It works without a script, and its results can be
 * shared.
 */
function Search({
  site,
  path,
  q,
  label,
}: {
  readonly site: Site;
  readonly path: string;
  readonly q: string;
  readonly label: string;
}) {
  return (
    <search>
      <form className="sitesearch" action={site.to(path)}>
        <input
          type="search"
          name="q"
          defaultValue={q}
          aria-label={label}
          placeholder={label}
          maxLength={100}
        />
        <Button type="submit">{site.words("faq:button")}</Button>
      </form>
    </search>
  );
}
