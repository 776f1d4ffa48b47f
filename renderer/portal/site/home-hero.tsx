import { KeyRound, Landmark, ShieldCheck } from "lucide-react";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { said } from "./blocks.tsx";
import type { Site } from "./site.ts";
import type { SiteShown } from "./site-data.ts";

const TRUST = [
  ["licence", ShieldCheck],
  ["custody", Landmark],
  ["control", KeyRound],
] as const;

/**
 * The top of the home page: its title, links to sign up and to the strategies, and what the firm stands for.
 */
export function HomeHero({
  site,
  hero,
}: {
  readonly site: Site;
  readonly hero: Extract<SiteShown, { page: "home" }>["home"]["hero"];
}) {
  const { words, to } = site;
  return (
    <section className="hx" aria-labelledby="hero">
      <div>
        <h1 id="hero">{said(site, hero.title)}</h1>
        <p className="lead">{said(site, hero.lead)}</p>
        <div className="cta">
          <ButtonLink kind="main" href="/invest/register">
            {words("home:hero.open")}
          </ButtonLink>
          <ButtonLink href={to("/strategies")}>{words("home:hero.strategies")}</ButtonLink>
        </div>
        <dl className="facts">
          {(["minutes", "strategies", "nav"] as const).map((fact) => (
            <div key={fact}>
              <dt>{words(`home:fact.${fact}.label`)}</dt>
              <dd>{words(`home:fact.${fact}.value`)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ul className="claims">
        {TRUST.map(([key, Icon]) => (
          <li key={key}>
            <Icon size={26} strokeWidth={1.8} aria-hidden="true" />
            <div>
              <b>{words(`home:trust.${key}.title`)}</b>
              <p>{said(site, words(`home:trust.${key}.text`))}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
