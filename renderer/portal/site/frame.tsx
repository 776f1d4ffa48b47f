import { Menu } from "lucide-react";
import type { ReactNode } from "react";
import { addressIn, languageFacts, otherLanguages } from "../../../engine/values/languages.ts";
import { brandFacts } from "../../kit/brand/brand.ts";
import { Logo } from "../../kit/brand/logo.tsx";
import type { Site } from "./site.ts";

const PLACES = [
  ["strategies", "/strategies"],
  ["learn", "/learn"],
  ["articles", "/articles"],
  ["about", "/about"],
  ["faq", "/faq"],
  ["contact", "/contact"],
] as const;

/**
 * The header of a public page. The menu on phones opens without a script. The script adds the session state.
 */
export function Header({ site, onBrand }: { readonly site: Site; readonly onBrand?: boolean }) {
  const { words, to } = site;
  const places = PLACES.map(([key, href]) => (
    <a key={key} href={to(href)} aria-current={site.path === href ? "page" : undefined}>
      {words(`header:${key}`)}
    </a>
  ));
  const account = (
    <a className="btn btn--small" href="/login" data-account="" data-overview={words("header:overview")}>
      {words("header:login")}
    </a>
  );
  return (
    <header className={onBrand ? "top top--brand" : "top"}>
      <Logo href={to("/")} />
      <nav className="wideplaces" aria-label={words("header:menu")}>
        {places}
      </nav>
      <span className="grow" />
      {site.demo ? <span className="demo">{words("common:demo")}</span> : null}
      <span className="onlywide">
        <OtherLanguages site={site} />
      </span>
      <span className="onlywide">{account}</span>
      <details className="onlyphone menu">
        <summary className="iconbtn" aria-label={words("header:menu")}>
          <Menu size={24} aria-hidden="true" />
        </summary>
        <nav aria-label={words("header:menu")}>
          {places}
          {account}
          <OtherLanguages site={site} />
        </nav>
      </details>
    </header>
  );
}

function OtherLanguages({ site }: { readonly site: Site }) {
  if (!site.manyLanguages) return null;
  return otherLanguages(site.language).map((other) => (
    <a
      key={other}
      className="lang"
      href={addressIn(other, site.path)}
      hrefLang={other}
      lang={other}
      data-lng={other}
    >
      {languageFacts(other).name}
    </a>
  ));
}

const COLUMNS = [
  [
    "company",
    [
      ["about", "/about"],
      ["team", "/team"],
      ["disclosure", "/disclosure"],
      ["custody", "/custody"],
      ["articles", "/articles"],
      ["news", "/news"],
      ["coffee", "/coffee"],
      ["activities", "/activities"],
    ],
  ],
  [
    "legal",
    [
      ["privacy", "/legal/privacy"],
      ["terms", "/legal/terms"],
      ["complaint", "/complaint"],
      ["dataRequest", "/flows/data-request"],
    ],
  ],
  [
    "help",
    [
      ["faq", "/faq"],
      ["learn", "/learn"],
      ["testimonials", "/testimonials"],
      ["contact", "/contact"],
    ],
  ],
] as const;

/** The footer of every public page: company links and the risk warning. */
export function Footer({ site }: { readonly site: Site }) {
  const { words, to } = site;
  return (
    <footer className="foot">
      <div>
        <div className="cols">
          <div>
            <Logo href={to("/")} />
            <p className="gap4">{words("common:office.hours")}</p>
            <p>{words("common:office.phone", { phone: brandFacts().phone })}</p>
          </div>
          {COLUMNS.map(([column, links]) => (
            <nav key={column} aria-labelledby={`foot-${column}`}>
              <h2 id={`foot-${column}`}>{words(`common:footer.${column}.title`)}</h2>
              {links
                .filter(([name]) => name !== "custody" || site.places.custody)
                .map(([name, href]) => (
                  <a key={name} href={to(href)}>
                    {words(`common:footer.${column}.${name}`)}
                  </a>
                ))}
              {column === "legal" ? (
                <a href="/third-party-notices.txt" target="_blank" rel="noopener">
                  {words("common:footer.legal.notices")}
                </a>
              ) : null}
            </nav>
          ))}
        </div>
        <p className="warning">
          <b>{words("common:riskWarning.title")}</b> {words("common:riskWarning.text")}
        </p>
      </div>
    </footer>
  );
}

/** One breadcrumb: the name and address of a page. */
export type Crumb = { readonly name: string; readonly path: string };

/** The breadcrumbs of a page. The last one is the page itself. */
export function Breadcrumbs({ site, of }: { readonly site: Site; readonly of: readonly Crumb[] }) {
  return (
    <nav className="crumbs" aria-label={site.words("breadcrumb:here")}>
      <ol>
        {of.map(({ name, path }, at) => (
          <li key={path}>
            {at === of.length - 1 ? (
              <span aria-current="page">{name}</span>
            ) : (
              <a href={site.to(path)}>{name}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A page below the home page: header, breadcrumbs, content, footer. */
export function Below({
  site,
  crumbs,
  narrow,
  children,
}: {
  readonly site: Site;
  readonly crumbs: readonly Crumb[];
  /** Whether the content is running text, which is set in a narrow column. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className="publicpage">
      <div className="band">
        <Header site={site} />
      </div>
      <main id="main" className={narrow ? "band reading" : "band"} tabIndex={-1}>
        <Breadcrumbs site={site} of={crumbs} />
        {children}
      </main>
      <Footer site={site} />
    </div>
  );
}
