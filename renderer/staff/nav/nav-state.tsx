import { Note } from "../../kit/parts/note.tsx";
import { Badge, Delta } from "../../kit/parts/small-parts.tsx";
import { formatInstant, formatUnits } from "../../kit/text/format.ts";
import { type Translate, useText } from "../../kit/text/i18n.ts";
import type { NavMove } from "./nav-move.ts";
import type { NavEntry, NavStrategy } from "./use-nav-entry.ts";

/** The state of a strategy's NAV: its change, who entered and approved it, and which NAV it replaced. */
export function NavState({ of, move }: { readonly of: NavStrategy; readonly move: NavMove }) {
  const words = useText();
  const { entry, replaced, sentBack } = of;
  return (
    <div>
      <Badge tone={entry === null ? "info" : entry.status === "APPROVED" ? "gain" : "warn"}>
        {words(`staff:nav.status.${entry?.status ?? "NONE"}`)}
      </Badge>{" "}
      {move.change === null ? null : <Delta percent={move.change} />}{" "}
      {move.jumps ? <Badge tone="loss">{words("staff:nav.jump", { limit: move.limit })}</Badge> : null}
      {entry ? <Entered of={entry} /> : null}
      {sentBack === null || sentBack.decidedAt === null ? null : (
        <Note tone="warn">
          {words("staff:nav.sentBack", {
            nav: formatUnits(sentBack.nav),
            by: enteredBy(sentBack, words),
            who: sentBack.decidedBy ?? words("staff:nav.someone"),
            at: formatInstant(sentBack.decidedAt),
            why: sentBack.decisionReason ?? "–",
          })}
        </Note>
      )}
      {replaced.map((one) => (
        <p key={one.id} className="small">
          {words("staff:navCorrection.replaced")} <del className="num">{formatUnits(one.nav)}</del>
        </p>
      ))}
    </div>
  );
}

function Entered({ of }: { readonly of: NavEntry }) {
  const words = useText();
  return (
    <p className="small">
      <b className="num">{formatUnits(of.nav)}</b>{" "}
      {of.demo ? words("staff:nav.demo") : words("staff:nav.by", { who: enteredBy(of, words) })}
      {of.reason ? ` · ${of.reason}` : null}
      {of.status === "APPROVED" && !of.demo && of.decidedAt !== null
        ? ` · ${words("staff:nav.approvedBy", {
            who: of.decidedBy ?? words("staff:nav.someone"),
            at: formatInstant(of.decidedAt),
          })}`
        : null}
    </p>
  );
}

/** Returns the person who entered a NAV. */
export function enteredBy(of: Pick<NavEntry, "enteredByYou" | "enteredBy">, words: Translate): string {
  return of.enteredByYou ? words("staff:nav.you") : (of.enteredBy ?? words("staff:nav.someone"));
}
