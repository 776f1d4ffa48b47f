import type { Differences } from "../../kit/api/answers.ts";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { type Consequence, consequencesOf, type Risk } from "./consequences-of.ts";
import "./definitions.css";

const TONES = { high: "loss", middle: "warn", low: "gain" } as const;

/** The summary for the person who decides: the consequences for investors, most serious first. */
export function DefinitionConsequences({ of }: { readonly of: Differences | null }) {
  const words = useText();
  if (of === null) return null;
  const { risk, lines } = consequencesOf(of);
  if (lines.length === 0) return null;
  return (
    <section className="card judged" aria-labelledby="consequences-title">
      <div className="barhead">
        <h2 id="consequences-title">{words("definition:consequence.title")}</h2>
        <RiskBadge of={risk} />
      </div>
      <Lines of={lines} />
    </section>
  );
}

/** The consequences of one flow, under the flow's name, if several flows change together. */
export function ConsequencesOfOne({ of }: { readonly of: Differences | null }) {
  if (of === null) return null;
  const { risk, lines } = consequencesOf(of);
  return lines.length === 0 ? null : (
    <>
      <RiskBadge of={risk} />
      <Lines of={lines} />
    </>
  );
}

function Lines({ of }: { readonly of: readonly Consequence[] }) {
  return (
    <ol className="bullets consequences">
      {of.map((line) => (
        <Line key={JSON.stringify(line)} of={line} />
      ))}
    </ol>
  );
}

/** A badge with the risk of a change. */
export function RiskBadge({ of }: { readonly of: Risk }) {
  const words = useText();
  return <Badge tone={TONES[of]}>{words(`definition:consequence.risk.${of}`)}</Badge>;
}

function Line({ of: { key, params } }: { readonly of: Consequence }) {
  const words = useText();
  const lng = useLanguage();
  const filled = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "object" ? value[lng] : answered(name, value),
    ]),
  );
  return <li>{words(`definition:consequence.${key}`, filled)}</li>;

  function answered(name: string, value: string | number): string | number {
    if (name === "ways")
      return String(value).replace(/(true|false|unknown, so \w+)(?= →|;|$)/g, (one) =>
        String(answered("to", one)),
      );
    if (name !== "from" && name !== "to") return value;
    if (value === "true") return words("definition:answer.yes");
    if (value === "false") return words("definition:answer.no");
    const [, does] = /^unknown, so (refuse|allow|ask)$/.exec(String(value)) ?? [];
    return does === undefined ? value : words(`definition:answer.${does}`);
  }
}
