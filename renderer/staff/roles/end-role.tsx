import { useState } from "react";
import type { StaffRoles } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { useReason } from "../use-reason.ts";

const LEAST_REASON = 5;
type Colleague = StaffRoles["colleagues"][number];

/**
 * A dialog that confirms the end of a role: the consequences, the reason, and who takes over open proposals.
 */
export function EndRole({
  of,
  heirs,
  onClose,
}: {
  readonly of: Colleague;
  readonly heirs: readonly Colleague[];
  readonly onClose: () => void;
}) {
  const words = useText();
  const alike = heirs.filter(({ role }) => role === of.role);
  const [heir, setHeir] = useState(alike[0]?.id ?? "");
  const reason = useReason({ id: "end-why", least: LEAST_REASON });
  const { run, busy, fault } = useAction({
    call: () =>
      call("POST", "/staff-roles/{id}/end", {
        path: { id: of.id },
        body: { reason: reason.given, ...(heir === "" ? {} : { handTo: heir }) },
      }),
    changes: ["/staff-roles"],
    said: () => words("staff:roles.end.done"),
    done: onClose,
    failed: "here",
  });
  return (
    <Sheet
      title={words("staff:roles.end.title", { email: of.email })}
      onClose={onClose}
      footer={
        <>
          <Button kind="danger" wide busy={busy} onClick={() => reason.demand(() => run(undefined))}>
            {words("staff:roles.end.confirm")}
          </Button>
          <Button kind="soft" wide onClick={onClose}>
            {words("button:cancel")}
          </Button>
        </>
      }
    >
      <p>{words("staff:roles.end.text")}</p>
      <SelectField id="end-heir" label={words("staff:roles.end.heir")} value={heir} onValue={setHeir}>
        <option value="">{words("staff:roles.end.nobody")}</option>
        {heirs.map((one) => (
          <option key={one.id} value={one.id}>
            {one.email} · {words(`staff:role.${one.role}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        {...reason.field}
        label={words("staff:roles.end.why")}
        maxLength={300}
        error={reason.isMissing ? words("staff:people.reasonMissing") : null}
      />
      <FaultNote fault={fault} />
    </Sheet>
  );
}
