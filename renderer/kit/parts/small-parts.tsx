import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { useSettings } from "../api/settings.ts";
import { formatChange, formatSigned } from "../text/format.ts";
import { useText } from "../text/i18n.ts";
import { wholeCodes } from "./phrases.tsx";

/** A label that marks figures and people as demonstration data. Renders nothing if the data is real. */
export function DemoMark() {
  const words = useText();
  return useSettings()?.demo ? <span className="demo">{words("common:demo")}</span> : null;
}

/** A word on a tinted background that shows a status. */
export function Badge({
  tone,
  children,
}: {
  readonly tone?: "gain" | "loss" | "warn" | "info" | "brand";
  readonly children: ReactNode;
}) {
  return <span className={tone ? `badge badge--${tone}` : "badge"}>{children}</span>;
}

/** A gain or loss with sign, arrow and colour. The value is decimal text, in baht or in percent. */
export function Delta(of: { readonly baht: string } | { readonly percent: string }) {
  const amount = "baht" in of ? of.baht : of.percent;
  const falls = amount.startsWith("-");
  const flat = /^-?[0.]*$/.test(amount);
  const text = "baht" in of ? formatSigned(amount) : formatChange(amount);
  const Arrow = falls ? ArrowDown : ArrowUp;
  return (
    <span className={flat ? "delta" : `delta delta--${falls ? "down" : "up"}`}>
      {flat ? null : <Arrow size={16} strokeWidth={2.25} aria-hidden="true" />}
      {text}
    </span>
  );
}

const RISK_STEPS = [1, 2, 3, 4, 5, 6, 7, 8];

/** A fund's risk level, 1 to 8, as a picture with text. */
export function RiskBar({ level }: { readonly level: number }) {
  const words = useText();
  return (
    <span className={level >= 6 ? "risk risk--high" : "risk"}>
      <i aria-hidden="true">
        {RISK_STEPS.map((step) => (
          <span key={step} className={step <= level ? "on" : undefined} />
        ))}
      </i>
      {words("common:risk", { level })}
    </span>
  );
}

/** One label with its value in a list. A `strong` pair is emphasised; a `sum` has a line above it. */
export type Pair = {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly look?: "strong" | "sum";
};

/** Labels and values in two columns, as for fees. */
export function Pairs({ of }: { readonly of: readonly Pair[] }) {
  return (
    <dl className="kv">
      {of.map((pair) => (
        <div key={pair.key} className={pair.look === "sum" ? "sum strong" : pair.look}>
          <dt>{pair.label}</dt>
          <dd>{typeof pair.value === "string" ? wholeCodes(pair.value) : pair.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A placeholder for an amount that the person has hidden. */
export function Hidden() {
  const words = useText();
  return (
    <>
      <span aria-hidden="true">••••••</span>
      <span className="sr">{words("common:amounts.hidden")}</span>
    </>
  );
}

/** An amount in baht in large type; satang and unit are smaller. */
export function BigBaht({ amount, hidden }: { readonly amount: string; readonly hidden?: boolean }) {
  const words = useText();
  const [whole, satang] = amount.split(".");
  return (
    <p className="bignum">
      {hidden ? <Hidden /> : whole}
      {hidden ? null : <small>.{satang ?? "00"}</small>}
      <em>{words("common:baht")}</em>
    </p>
  );
}
