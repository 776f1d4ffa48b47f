import { useState } from "react";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { formatBaht, formatDate, formatUnits } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { CorrectionPreview } from "./made-good-figures.tsx";
import { NavCorrectionForm } from "./nav-correction-form.tsx";
import { type NavMove, navMoveOf } from "./nav-move.ts";
import { enteredBy, NavState } from "./nav-state.tsx";
import { SendBackNav } from "./send-back-nav.tsx";
import { type NavDesk, type NavEntry, type NavStrategy, useNavEntry } from "./use-nav-entry.ts";

/**
 * The NAV of a strategy on a day. One person enters it, another approves it, and it may be corrected later.
 */
export function NavRow({ date, of }: { readonly date: string; readonly of: NavStrategy }) {
  const words = useText();
  const desk = useNavEntry({ date, code: of.code });
  const { entry, before } = of;
  const move = navMoveOf(of, desk.nav);
  return (
    <div className="navrow" data-strategy={of.code}>
      <div>
        <b>{of.code}</b>
        <p className="small">
          {before
            ? `${words("staff:nav.before")} ${formatUnits(before.nav)} (${formatDate(before.date)})`
            : "–"}
        </p>
      </div>
      <NavState of={of} move={move} />
      <NextStep of={of} move={move} desk={desk} />
      <FaultNote fault={entry === null ? null : desk.fault} />
    </div>
  );
}

/** The action that is possible next on the NAV. */
function NextStep({
  of,
  move,
  desk,
}: {
  readonly of: NavStrategy;
  readonly move: NavMove;
  readonly desk: NavDesk;
}) {
  const words = useText();
  const [correcting, setCorrecting] = useState(false);
  const { entry, correction } = of;
  if (entry === null) return <EnterNav code={of.code} desk={desk} />;
  if (entry.status === "ENTERED") return <EnteredNav of={of} entry={entry} move={move} desk={desk} />;
  if (correction !== null) return <WaitingCorrection of={correction} entry={entry} desk={desk} />;
  if (correcting) return <NavCorrectionForm of={entry} onClose={() => setCorrecting(false)} />;
  return (
    <div>
      <Button small onClick={() => setCorrecting(true)}>
        {words("staff:navCorrection.begin")} <span className="sr">{of.code}</span>
      </Button>
    </div>
  );
}

function EnterNav({ code, desk }: { readonly code: string; readonly desk: NavDesk }) {
  const words = useText();
  const id = `nav-${code.replace(/\W/g, "")}`;
  return (
    <form
      className="rowwrap"
      onSubmit={(event) => {
        event.preventDefault();
        desk.enter();
      }}
    >
      <div className="grow">
        <TextField
          id={id}
          className="num"
          label={
            <>
              {words("staff:nav.value")} <span className="sr">{code}</span>
            </>
          }
          inputMode="decimal"
          autoComplete="off"
          value={desk.nav}
          error={desk.fault}
          onValue={desk.setNav}
        />
      </div>
      <div className="grow">
        <TextField
          id={`${id}-reason`}
          label={words("staff:nav.reason")}
          value={desk.reason}
          maxLength={500}
          onValue={desk.setReason}
        />
      </div>
      <Button kind="line" type="submit" busy={desk.busy} disabled={desk.nav.trim() === ""}>
        {words("staff:nav.enter")}
      </Button>
    </form>
  );
}

/**
 * An entered NAV that waits for approval, with a warning if the change is large, and the people it affects.
 */
function EnteredNav({
  of: { affects },
  entry,
  move,
  desk,
}: {
  readonly of: NavStrategy;
  readonly entry: NavEntry;
  readonly move: NavMove;
  readonly desk: NavDesk;
}) {
  const words = useText();
  const whom = words("staff:nav.affects", {
    orders: affects.orders,
    baht: formatBaht(affects.baht),
    units: formatUnits(affects.units),
    holders: affects.holders,
  });
  return (
    <div className="gap8">
      {move.jumps ? (
        <Note tone="loss">
          {words("staff:nav.jumps", {
            change: move.change ?? "",
            limit: move.limit,
            reason: entry.reason ?? "–",
          })}
        </Note>
      ) : null}
      <DecideNav of={entry} whom={whom} desk={desk} />
    </div>
  );
}

/** A corrected NAV that waits for its approval, with what it would change. `entry` is the approved NAV. */
function WaitingCorrection({
  of,
  entry,
  desk,
}: {
  readonly of: NavEntry;
  readonly entry: NavEntry;
  readonly desk: NavDesk;
}) {
  const words = useText();
  return (
    <div className="gap8">
      <p className="small">
        <b>{words("staff:navCorrection.waits", { nav: formatUnits(of.nav) })}</b>
        {" · "}
        {words("staff:nav.by", { who: enteredBy(of, words) })}
        {" · "}
        {of.reason}
      </p>
      <CorrectionPreview of={entry} nav={of.nav} />
      <DecideNav of={of} whom={null} desk={desk} />
    </div>
  );
}

/** Buttons that approve a NAV entered by another person, or send it back. */
function DecideNav({
  of,
  whom,
  desk,
}: {
  readonly of: NavEntry;
  /** Text about the people affected by the approval; `null` if another part of the page shows it. */
  readonly whom: string | null;
  readonly desk: NavDesk;
}) {
  const words = useText();
  const [sendingBack, setSendingBack] = useState(false);
  if (of.enteredByYou) return <p className="small">{words("staff:nav.own")}</p>;
  return (
    <div className="rowwrap">
      {whom === null ? null : <p className="small">{whom}</p>}
      <Button kind="main" busy={desk.busy} onClick={() => desk.approve(of.id)}>
        {words("staff:nav.approve")}
      </Button>
      <Button busy={desk.busy} onClick={() => setSendingBack(true)}>
        {words("staff:nav.reject")}
      </Button>
      {sendingBack ? <SendBackNav of={of} onClose={() => setSendingBack(false)} /> : null}
    </div>
  );
}
