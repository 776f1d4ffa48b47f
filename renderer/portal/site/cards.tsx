import { Delta } from "../../kit/parts/small-parts.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { StrategyIcon } from "../parts/strategy-icon.tsx";
import { said } from "./blocks.tsx";
import type { Site } from "./site.ts";
import type {
  SiteActivity,
  SiteArticle,
  SiteCoffee,
  SiteMember,
  SiteNews,
  SiteStrategy,
  SiteTestimonial,
} from "./site-data.ts";

/** Level of the heading above a card. The card's own heading is one level lower. */
type Under = { readonly under?: 1 | 2 };
const headingUnder = (under: 1 | 2) => (under === 1 ? "h2" : "h3");

/** A strategy with its NAV, one-year return and risk. */
export function StrategyCard({
  site,
  of,
  under = 2,
}: { readonly site: Site; readonly of: SiteStrategy } & Under) {
  const Heading = headingUnder(under);
  const { words } = site;
  return (
    <article className="card sc">
      <div className="h">
        <StrategyIcon code={of.code} />
        <div>
          <Heading className="nb">
            <a className="over" href={site.to(`/strategies/${encodeURIComponent(of.code)}`)}>
              {of.code}
            </a>
          </Heading>
          <p className="small">{of.name}</p>
        </div>
        {of.year === null ? null : (
          <p className="end">
            <Delta percent={of.year} />
            <br />
            <span className="small">{words("home:strategies.year")}</span>
          </p>
        )}
      </div>
      <Sparkline site={site} of={of} />
      <div className="f">
        <RiskBar site={site} level={of.riskLevel} />
        {of.nav === null ? null : (
          <span translate="no" className="small num">
            {words("home:strategies.nav", { nav: of.nav.value })}
          </span>
        )}
      </div>
    </article>
  );
}

const RISK_STEPS = [1, 2, 3, 4, 5, 6, 7, 8];

/** A fund's risk level, 1 to 8, as picture and text. */
export function RiskBar({ site, level }: { readonly site: Site; readonly level: number }) {
  return (
    <span className={level >= 6 ? "risk risk--high" : "risk"}>
      <i aria-hidden="true">
        {RISK_STEPS.map((step) => (
          <span key={step} className={step <= level ? "on" : undefined} />
        ))}
      </i>
      {site.words("common:risk", { level })}
    </span>
  );
}

// Width of the drawing. It is twice the displayed size, so that whole-number coordinates are precise enough.
const WIDTH = 480;
const HEIGHT = 96;

/** The NAV of a year as a line. A sentence beside it states the figures. */
function Sparkline({ site, of }: { readonly site: Site; readonly of: SiteStrategy }) {
  const values = of.trend.map(Number);
  if (values.length < 2) return null;
  const least = Math.min(...values);
  const span = Math.max(...values) - least || 1;
  const points = values.map((value, at) => {
    const x = (at * WIDTH) / (values.length - 1);
    const y = HEIGHT - 4 - ((value - least) / span) * (HEIGHT - 8);
    return `${Math.round(x)} ${Math.round(y)}`;
  });
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={site.words("home:strategies.line", { code: of.code })}
    >
      <path d={`M${points.join("L")}`} />
    </svg>
  );
}

/** An article in a list. */
export function ArticleCard({
  site,
  of,
  under = 2,
}: { readonly site: Site; readonly of: SiteArticle } & Under) {
  const Heading = headingUnder(under);
  return (
    <article className="card ac" lang={of.language === site.language ? undefined : of.language}>
      <p className="small">{formatDate(of.date)}</p>
      <Heading>
        <a className="over" href={site.to(`/articles/${of.key}`)}>
          {said(site, of.title)}
        </a>
      </Heading>
      <p className="mut">{said(site, of.lead)}</p>
    </article>
  );
}

/** A testimonial with its author. */
export function Testimonial({ site, of }: { readonly site: Site; readonly of: SiteTestimonial }) {
  return (
    <figure className="card q">
      <blockquote>“{said(site, of.quote)}”</blockquote>
      <figcaption>
        <b>{of.name}</b>
        {of.about}
      </figcaption>
    </figure>
  );
}

/** News from another publisher. */
export function NewsItem({ site, of }: { readonly site: Site; readonly of: SiteNews }) {
  return (
    <li>
      <a href={of.link} rel="noopener external">
        {said(site, of.title)}
      </a>
      <p className="small">
        {of.source} · {formatDate(of.date)}
      </p>
    </li>
  );
}

/** A member of the management, with exactly three lines of experience. */
export function MemberCard({ of, under = 2 }: { readonly of: SiteMember } & Under) {
  const Heading = headingUnder(under);
  return (
    <article className="card mc">
      <span className="ava ava--round" aria-hidden="true">
        {[...of.firstName][0]}
      </span>
      <div>
        <Heading>
          {of.firstName} {of.lastName}
        </Heading>
        <p>{of.position}</p>
        <p className="small">{of.subPosition}</p>
        <ul className="plain small">
          {of.experience.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </article>
  );
}

/** A scheduled activity. Its date is in large type. */
export function ActivityItem({ site, of }: { readonly site: Site; readonly of: SiteActivity }) {
  const [, month = "", day = ""] = /^\d{4}-(\d\d)-(\d\d)/.exec(of.start) ?? [];
  return (
    <li className="act">
      <time dateTime={of.start} className="day">
        <b>{day.replace(/^0/, "")}</b>
        {site.words(`article-testimonial:month.${month}`)}
      </time>
      <div>
        <h3>
          {of.link === null ? said(site, of.title) : <a href={site.to(of.link)}>{said(site, of.title)}</a>}
        </h3>
        <p className="small">
          {of.start.slice(11, 16)}–{of.end.slice(11, 16)} · {of.place}
        </p>
      </div>
    </li>
  );
}

/** An episode of Crypto Coffee. */
export function CoffeeCard({
  site,
  of,
  under = 2,
}: { readonly site: Site; readonly of: SiteCoffee } & Under) {
  const Heading = headingUnder(under);
  return (
    <article className="card ac">
      <p className="small">
        {site.words("article-testimonial:coffee.episode", { number: of.episode })} · {formatDate(of.date)}
      </p>
      <Heading>
        <a className="over" href={site.to(`/coffee/${of.key}`)}>
          {said(site, of.title)}
        </a>
      </Heading>
      <p className="mut">{said(site, of.lead)}</p>
      <p className="small">
        {of.guest.name}, {of.guest.about}
      </p>
    </article>
  );
}
