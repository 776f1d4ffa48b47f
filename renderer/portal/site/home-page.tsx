import { ChevronDown } from "lucide-react";
import { Motif } from "../../kit/brand/motif.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { Blocks, said } from "./blocks.tsx";
import {
  ActivityItem,
  ArticleCard,
  CoffeeCard,
  MemberCard,
  NewsItem,
  StrategyCard,
  Testimonial,
} from "./cards.tsx";
import { Footer, Header } from "./frame.tsx";
import { HomeHero } from "./home-hero.tsx";
import type { Site } from "./site.ts";
import type { SiteShown } from "./site-data.ts";

const STEPS = ["register", "verify", "sign", "invest"] as const;

type Shown = { readonly site: Site; readonly of: Extract<SiteShown, { page: "home" }> };

/** The public home page. */
export function HomePage(shown: Shown) {
  const { site, of } = shown;
  return (
    <>
      <div className="onbrand">
        <Motif />
        <div className="band">
          <Header site={site} onBrand />
          <HomeHero site={site} hero={of.home.hero} />
        </div>
      </div>
      <main id="main" tabIndex={-1}>
        <div className="band">
          <Steps site={site} />
          <Strategies {...shown} />
        </div>
        {of.home.featured.length > 0 ? <Featured {...shown} /> : null}
        <div className="band">
          <Articles {...shown} />
          <div className="blk pairs">
            <Activities {...shown} />
            <News {...shown} />
          </div>
          <Voices {...shown} />
          {of.coffee[0] ? <Coffee {...shown} /> : null}
          <Team {...shown} />
          <Questions {...shown} />
        </div>
      </main>
      <Footer site={site} />
    </>
  );
}

function Steps({ site }: { readonly site: Site }) {
  const { words } = site;
  return (
    <section className="blk" aria-labelledby="steps">
      <h2 id="steps">{words("home:steps.title")}</h2>
      <p className="lead">{said(site, words("home:steps.lead"))}</p>
      <ol className="steps">
        {STEPS.map((step, at) => (
          <li key={step}>
            <span className="n" aria-hidden="true">
              {at + 1}
            </span>
            <div>
              <b>{words(`home:steps.${step}.title`)}</b>
              <p className="small">{words(`home:steps.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Strategies({ site, of }: Shown) {
  const { words } = site;
  const asOf = of.strategies.find((one) => one.nav)?.nav?.date;
  return (
    <section className="blk" aria-labelledby="strategies">
      <Head site={site} id="strategies" title={words("home:strategies.title")} all="/strategies">
        {asOf ? words("home:strategies.asOf", { date: formatDate(asOf) }) : words("home:strategies.lead")}
      </Head>
      <div className="grid3">
        {of.strategies.map((one) => (
          <StrategyCard key={one.code} site={site} of={one} />
        ))}
      </div>
    </section>
  );
}

/** The topics that the editors feature. */
function Featured({ site, of }: Shown) {
  const { words, to } = site;
  return (
    <div className="sunkenband">
      <section className="band" aria-labelledby="featured">
        <div className="blk">
          <h2 id="featured">{words("home:featured.title")}</h2>
          <div className="grid3 shown">
            {of.home.featured.map((one) => (
              <article key={one.href} className="card ac">
                <h3>{said(site, one.title)}</h3>
                <p className="mut">{said(site, one.text)}</p>
                <p>
                  <a href={to(one.href)}>{one.label}</a>
                </p>
              </article>
            ))}
          </div>
        </div>
      </section>
    </div>
  );
}

function Articles({ site, of }: Shown) {
  const { words } = site;
  return (
    <section className="blk" aria-labelledby="articles">
      <Head site={site} id="articles" title={words("article-testimonial:articles.title")} all="/articles">
        {words("article-testimonial:articles.lead")}
      </Head>
      <div className="grid3">
        {of.articles.slice(0, 3).map((one) => (
          <ArticleCard key={one.key} site={site} of={one} />
        ))}
      </div>
    </section>
  );
}

function Activities({ site, of }: Shown) {
  const { words } = site;
  return (
    <section aria-labelledby="activities">
      <Head
        site={site}
        id="activities"
        title={words("article-testimonial:activities.title")}
        all="/activities"
      />
      {of.activities.length === 0 ? (
        <p className="mut">{words("article-testimonial:activities.none")}</p>
      ) : (
        <ul className="acts">
          {of.activities.slice(0, 3).map((one) => (
            <ActivityItem key={one.key} site={site} of={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function News({ site, of }: Shown) {
  return (
    <section aria-labelledby="news">
      <Head site={site} id="news" title={site.words("article-testimonial:news.title")} all="/news" />
      <ul className="newslist">
        {of.news.slice(0, 4).map((one) => (
          <NewsItem key={one.key} site={site} of={one} />
        ))}
      </ul>
    </section>
  );
}

function Voices({ site, of }: Shown) {
  const { words } = site;
  return (
    <section className="blk" aria-labelledby="voices">
      <Head site={site} id="voices" title={words("article-testimonial:title")} all="/testimonials">
        {words("article-testimonial:demo")}
      </Head>
      <div className="grid3">
        {of.testimonials.slice(0, 3).map((one) => (
          <Testimonial key={one.key} site={site} of={one} />
        ))}
      </div>
    </section>
  );
}

/** The section with episodes of the Coffee programme. */
function Coffee({ site, of }: Shown) {
  const { words } = site;
  return (
    <section className="blk" aria-labelledby="coffee">
      <Head site={site} id="coffee" title={words("article-testimonial:coffee.title")} all="/coffee">
        {words("article-testimonial:coffee.lead")}
      </Head>
      <div className="grid3">
        {of.coffee.slice(0, 3).map((one) => (
          <CoffeeCard key={one.key} site={site} of={one} />
        ))}
      </div>
    </section>
  );
}

function Team({ site, of }: Shown) {
  return (
    <section className="blk" aria-labelledby="team">
      <Head site={site} id="team" title={site.words("article-testimonial:team.title")} all="/team" />
      <div className="grid3">
        {of.team.slice(0, 3).map((one) => (
          <MemberCard key={one.key} of={one} />
        ))}
      </div>
    </section>
  );
}

function Questions({ site, of }: Shown) {
  return (
    <section className="blk faq" aria-labelledby="faq">
      <Head site={site} id="faq" title={site.words("faq:title")} all="/faq" />
      {of.questions.map((one) => (
        <details key={one.key}>
          <summary>
            <span>{said(site, one.question)}</span>
            <ChevronDown size={20} aria-hidden="true" />
          </summary>
          <Blocks of={one.blocks} site={site} />
        </details>
      ))}
    </section>
  );
}

/** The heading of a section, with a link to all its entries. */
function Head({
  site,
  id,
  title,
  all,
  children,
}: {
  readonly site: Site;
  readonly id: string;
  readonly title: string;
  readonly all: string;
  readonly children?: string;
}) {
  return (
    <div className="head">
      <div>
        <h2 id={id}>{title}</h2>
        {children === undefined ? null : <p className="lead s14">{said(site, children)}</p>}
      </div>
      <a className="link" href={site.to(all)}>
        {site.words("home:strategies.all")}
        <span className="sr">: {title}</span>
      </a>
    </div>
  );
}
