import type { Notices } from "../../kit/api/answers.ts";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { formatBaht } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";

/** The person's tier, how it is determined, and the amount at which the next tier starts. */
export function TierCard({ of }: { readonly of: NonNullable<Notices["tier"]> }) {
  const words = useText();
  return (
    <section className="card card--pad gap8" aria-labelledby="tier">
      <div className="screenhead">
        <h2 id="tier">{words("portfolio:tier.title")}</h2>
        <Badge tone="brand">{words(`portfolio:tier.name.${of.tier}`)}</Badge>
      </div>
      <p>{words("portfolio:tier.how")}</p>
      <p className="mut">
        {of.next === null
          ? words("portfolio:tier.highest")
          : words("portfolio:tier.next", {
              tier: words(`portfolio:tier.name.${of.next.tier}`),
              from: formatBaht(of.next.from),
            })}
      </p>
    </section>
  );
}
