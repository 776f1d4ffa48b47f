import { ChevronDown, KeyRound, Landmark, ShieldCheck } from "lucide-react";
import { useEffect, useState } from "react";
import type { Strategy, StrategyList } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { Motif } from "../../kit/brand/motif.tsx";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { Footer } from "../../kit/parts/footer.tsx";
import { Phrases } from "../../kit/parts/phrases.tsx";
import { Delta, RiskBar } from "../../kit/parts/small-parts.tsx";
import { formatBaht, formatDate } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { STRATEGIES } from "../parts/strategies.ts";
import { StrategyIcon } from "../parts/strategy-icon.tsx";
import "./home.css";
import { PublicHeader } from "./public-header.tsx";
import "../parts/portal.css";

const STEPS = ["register", "verify", "sign", "invest"] as const;
const TRUST = [
  ["licence", ShieldCheck],
  ["custody", Landmark],
  ["control", KeyRound],
] as const;
const QUESTIONS = ["minimum", "cutoff", "fees", "safety", "withdraw"] as const;

/** The public first page. It loads no router and no forms; they come with the first link that is followed. */
export default function Home() {
  const words = useText();
  const live = useStrategies();
  const asOf = live.find((one) => one.nav)?.nav?.date;
  return (
    <>
      <div className="onbrand">
        <Motif />
        <div className="band">
          <PublicHeader />
          <section className="hx" aria-labelledby="hero">
            <div>
              <h1 id="hero" tabIndex={-1}>
                <Phrases text={words("home:hero.title")} />
              </h1>
              <p className="lead">
                <Phrases text={words("home:hero.lead")} />
              </p>
              <div className="cta">
                <ButtonLink kind="main" href="/invest/register">
                  {words("home:hero.open")}
                </ButtonLink>
                <ButtonLink href="/strategies">{words("home:hero.strategies")}</ButtonLink>
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
            <Phone />
          </section>
        </div>
      </div>
      <main id="main" tabIndex={-1}>
        <div className="band">
          <section className="blk" aria-labelledby="steps">
            <h2 id="steps">{words("home:steps.title")}</h2>
            <p className="lead">
              <Phrases text={words("home:steps.lead")} />
            </p>
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
          <section className="blk" aria-labelledby="strategies">
            <div className="head">
              <div>
                <h2 id="strategies">{words("home:strategies.title")}</h2>
                <p className="lead s14">
                  {asOf
                    ? words("home:strategies.asOf", { date: formatDate(asOf) })
                    : words("home:strategies.lead")}
                </p>
              </div>
              <a className="link" href="/strategies">
                {words("home:strategies.all")}
              </a>
            </div>
            <div className="grid3">
              {STRATEGIES.map((strategy) => (
                <StrategyCard
                  key={strategy.code}
                  code={strategy.code}
                  name={words(`home:strategy.${strategy.key}`)}
                  riskLevel={strategy.riskLevel}
                  live={live.find((one) => one.code === strategy.code)}
                />
              ))}
            </div>
          </section>
        </div>
        <div className="sunkenband">
          <section className="band" id="safety" aria-labelledby="safety-title">
            <div className="blk">
              <h2 id="safety-title">{words("home:trust.title")}</h2>
              <ul className="trust">
                {TRUST.map(([key, Icon]) => (
                  <li key={key}>
                    <span className="ava">
                      <Icon size={24} strokeWidth={1.9} aria-hidden="true" />
                    </span>
                    <div>
                      <b>{words(`home:trust.${key}.title`)}</b>
                      <p className="mut">
                        <Phrases text={words(`home:trust.${key}.text`)} />
                      </p>
                    </div>
                  </li>
                ))}
              </ul>
            </div>
          </section>
        </div>
        <div className="band">
          <section className="blk" aria-labelledby="voices">
            <h2 id="voices">{words("article-testimonial:title")}</h2>
            <p className="lead s14">{words("article-testimonial:demo")}</p>
            <div className="grid3">
              {(["cafe", "engineer", "nurse"] as const).map((who) => (
                <figure key={who} className="card q">
                  <blockquote>{words(`article-testimonial:${who}.quote`)}</blockquote>
                  <footer>
                    <b>{words(`article-testimonial:${who}.name`)}</b>
                    {words(`article-testimonial:${who}.about`)}
                  </footer>
                </figure>
              ))}
            </div>
          </section>
          <section className="blk faq" id="faq" aria-labelledby="faq-title">
            <h2 id="faq-title">{words("faq:title")}</h2>
            {QUESTIONS.map((question) => (
              <details key={question}>
                <summary>
                  {words(`faq:${question}.question`)}
                  <ChevronDown size={20} aria-hidden="true" />
                </summary>
                <p>{words(`faq:${question}.answer`)}</p>
              </details>
            ))}
          </section>
        </div>
      </main>
      <Footer />
    </>
  );
}

function StrategyCard({
  code,
  name,
  riskLevel,
  live,
}: {
  readonly code: string;
  readonly name: string;
  readonly riskLevel: number;
  readonly live: Strategy | undefined;
}) {
  const words = useText();
  const percent = yearReturn(live);
  return (
    <a className="card sc" href={`/strategies/${encodeURIComponent(code)}`}>
      <span className="h">
        <StrategyIcon code={code} />
        <span>
          <b className="nb">{code}</b>
          <br />
          <span className="small">{name}</span>
        </span>
        {percent === null ? null : (
          <span className="end">
            <Delta percent={percent} />
            <br />
            <span className="small">{words("home:strategies.year")}</span>
          </span>
        )}
      </span>
      <span className="f">
        <RiskBar level={live?.riskLevel ?? riskLevel} />
      </span>
    </a>
  );
}

/** What the overview looks like, drawn; demonstration figures. */
function Phone() {
  const words = useText();
  const rows = [
    ["M-LCAP", "lcap", "235171.22", "15171.22"],
    ["M-BTCA", "btca", "122791.78", "22791.78"],
    ["M-STABLE", "stable", "51402.45", "794.24"],
  ] as const;
  return (
    <div className="vis" aria-hidden="true">
      <div className="phone">
        <div>
          <p className="small lead">{words("home:phone.total")}</p>
          <p className="bignum">
            409,365<small>.45</small>
            <em>{words("common:baht")}</em>
          </p>
          <svg className="line" viewBox="0 0 276 110" fill="none" aria-hidden="true">
            <path d="M0 34h276M0 76h276" stroke="var(--brand-line)" />
            <path
              d="M0 92c14-8 22 8 34-2s18-24 30-18 16 10 28-2 20-6 32-14 16 4 28-10 14-26 28-22 18 12 30 4 18-12 30-4 18-2 36-8"
              stroke="var(--chart-on-brand)"
              strokeWidth="2"
            />
          </svg>
        </div>
        <ul>
          {rows.map(([code, key, value, profit]) => (
            <li key={code} className="card">
              <StrategyIcon code={code} />
              <span>
                <b>{code}</b>
                <br />
                <span className="small">{words(`home:strategy.${key}`)}</span>
              </span>
              <span className="end s14">
                <b className="num">{formatBaht(value)}</b>
                <br />
                <Delta baht={profit} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function useStrategies(): readonly Strategy[] {
  const [list, setList] = useState<readonly Strategy[]>([]);
  useEffect(() => {
    let here = true;
    void call<StrategyList>("GET", "/strategies").then((answer) => {
      if (here && answer.ok) setList(answer.value.strategies);
    });
    return () => {
      here = false;
    };
  }, []);
  return list;
}

/** The return of one year in percent; `null` where the history is too short. */
function yearReturn(strategy: Strategy | undefined): string | null {
  return strategy?.returns.year1 ?? null;
}
