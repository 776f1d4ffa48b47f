import { useState } from "react";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { formatUnits } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { CorrectionPreview } from "./made-good-figures.tsx";
import type { NavEntry } from "./use-nav-entry.ts";

/** A form that replaces an approved NAV. The new value needs a reason, and another person approves it. */
export function NavCorrectionForm({ of, onClose }: { readonly of: NavEntry; readonly onClose: () => void }) {
  const words = useText();
  const [nav, setNav] = useState("");
  const [reason, setReason] = useState("");
  const sending = useAction({
    call: () =>
      call("POST", "/nav/{id}/correct", {
        path: { id: of.id },
        body: { nav: nav.trim(), reason: reason.trim() },
      }),
    changes: ["/nav"],
    said: () => words("staff:nav.entered"),
    done: onClose,
    failed: "here",
  });
  const id = `correct-${of.id}`;
  return (
    <form
      className="gap12"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        sending.run(undefined);
      }}
    >
      <p className="small">{words("staff:navCorrection.means", { nav: formatUnits(of.nav) })}</p>
      <div className="rowwrap">
        <div className="grow">
          <TextField
            id={id}
            className="num"
            label={words("staff:navCorrection.value")}
            inputMode="decimal"
            autoComplete="off"
            value={nav}
            onValue={setNav}
          />
        </div>
        <div className="grow">
          <TextField
            id={`${id}-reason`}
            label={words("staff:navCorrection.reason")}
            maxLength={500}
            value={reason}
            onValue={setReason}
          />
        </div>
      </div>
      <CorrectionPreview of={of} nav={nav.trim()} />
      <FaultNote fault={sending.fault} />
      <div className="row wraps">
        <Button kind="main" type="submit" busy={sending.busy} disabled={nav.trim() === ""}>
          {words("staff:navCorrection.enter")}
        </Button>
        <Button onClick={onClose}>{words("staff:terms.cancel")}</Button>
      </div>
    </form>
  );
}
