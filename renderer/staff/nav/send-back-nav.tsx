import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { formatUnits } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { useReason } from "../use-reason.ts";
import type { NavEntry } from "./use-nav-entry.ts";

/** A dialog that asks why a NAV is sent back. The person who entered the NAV reads the reason. */
export function SendBackNav({ of, onClose }: { readonly of: NavEntry; readonly onClose: () => void }) {
  const words = useText();
  const reason = useReason({ id: `reject-${of.id}` });
  const sending = useAction({
    call: () => call("POST", "/nav/{id}/reject", { path: { id: of.id }, body: { reason: reason.given } }),
    changes: ["/nav", "/nav-corrections"],
    said: () => words("staff:nav.rejected"),
    done: onClose,
    failed: "here",
  });
  return (
    <Sheet
      title={words("staff:nav.rejectTitle", { nav: formatUnits(of.nav), strategy: of.strategy })}
      onClose={onClose}
      footer={
        <>
          <Button
            kind="danger"
            wide
            busy={sending.busy}
            onClick={() => reason.demand(() => sending.run(undefined))}
          >
            {words("staff:nav.reject")}
          </Button>
          <Button kind="soft" wide onClick={onClose}>
            {words("button:cancel")}
          </Button>
        </>
      }
    >
      <p>{words("staff:nav.rejectText")}</p>
      <TextAreaField
        {...reason.field}
        label={words("staff:nav.rejectReason")}
        maxLength={500}
        error={reason.isMissing ? words("staff:nav.rejectNeeded") : null}
      />
      <FaultNote fault={sending.fault} />
    </Sheet>
  );
}
