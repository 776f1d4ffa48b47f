import { useQuery } from "@tanstack/react-query";
import { parseUnits } from "../../../domain/units.ts";
import type { MadeGoodFigures } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { Note } from "../../kit/parts/note.tsx";
import { Pairs } from "../../kit/parts/small-parts.tsx";
import { formatBaht, formatSigned, formatUnits } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import type { NavEntry } from "./use-nav-entry.ts";

/** The compensation for a corrected NAV: orders, units and baht, and the company's cost. */
export function MadeGoodPairs({ of }: { readonly of: MadeGoodFigures }) {
  const words = useText();
  const line = (key: string, value: string, look?: "strong") => ({
    key,
    label: words(`staff:navCorrection.figures.${key}`),
    value,
    ...(look === undefined ? {} : { look }),
  });
  const baht = (amount: string) => `${formatBaht(amount)} ${words("common:baht")}`;
  return (
    <Pairs
      of={[
        line("orders", String(of.orders)),
        line("lost", String(of.lost)),
        line("gained", String(of.gained)),
        ...(of.forward === 0 ? [] : [line("forward", String(of.forward))]),
        line("baht", baht(of.baht), "strong"),
        line("units", `${formatUnits(of.units)} ${words("common:units")}`),
        line("payouts", baht(of.payouts)),
        line(
          "borne",
          of.borne.startsWith("-") ? `${formatSigned(of.borne)} ${words("common:baht")}` : baht(of.borne),
        ),
      ]}
    />
  );
}

/** The compensation that a corrected NAV would need, before it is saved or approved. */
export function CorrectionPreview({ of, nav }: { readonly of: NavEntry; readonly nav: string }) {
  const words = useText();
  const typed = parseUnits(nav);
  const isAsked = typed.ok && typed.value > 0n;
  const preview = useQuery({
    ...get("/nav/{id}/correction-preview", { path: { id: of.id }, query: { nav } }),
    enabled: isAsked,
    // While the person types, the previous result stays on screen.
    placeholderData: (before) => before,
  });
  if (!isAsked || preview.data === undefined) return null;
  const { orders, forward } = preview.data;
  const rule = orders === 0 ? "none" : forward === orders ? "forward" : "madeGood";
  return (
    <div className="gap8" role="status" data-preview={of.strategy}>
      <Note tone={rule === "madeGood" ? "warn" : "info"}>
        <b>{words("staff:navCorrection.preview", { nav: formatUnits(nav) })}</b>
        <p className="small">{words(`staff:navCorrection.rule.${rule}`)}</p>
      </Note>
      {orders === 0 ? null : <MadeGoodPairs of={preview.data} />}
    </div>
  );
}
