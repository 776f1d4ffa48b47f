import { type FormEvent, useState } from "react";
import { STAFF_ROLES, type StaffRole } from "../../../domain/staff-roles.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";

const NOTHING = { email: "", role: "" as StaffRole | "", reason: "" };
const LEAST_REASON = 5;

/** A form that proposes a role for the account with a certain e-mail address. */
export function ProposeRole() {
  const words = useText();
  const [given, setGiven] = useState(NOTHING);
  const [isMissing, setMissing] = useState(false);
  const { run, busy, fault } = useAction({
    call: (role: StaffRole) =>
      call("POST", "/staff-roles", { body: { ...given, role, reason: given.reason.trim() } }),
    changes: ["/staff-roles"],
    said: () => words("staff:roles.propose.done"),
    done: () => setGiven(NOTHING),
    failed: "here",
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing =
      given.email.trim().length < 3 || given.role === "" || given.reason.trim().length < LEAST_REASON;
    setMissing(missing);
    if (!missing && given.role !== "") run(given.role);
  };
  return (
    <form className="card card--pad gap16" noValidate onSubmit={submit}>
      <h2>{words("staff:roles.propose.title")}</h2>
      <TextField
        id="role-email"
        type="email"
        label={words("staff:roles.propose.email")}
        hint={words("staff:roles.propose.emailHint")}
        value={given.email}
        autoComplete="off"
        maxLength={254}
        onValue={(email) => setGiven({ ...given, email })}
      />
      <SelectField
        id="role-role"
        label={words("staff:roles.propose.role")}
        value={given.role}
        onValue={(role) => setGiven({ ...given, role: STAFF_ROLES.find((one) => one === role) ?? "" })}
      >
        <option value="" />
        {STAFF_ROLES.map((role) => (
          <option key={role} value={role}>
            {words(`staff:role.${role}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        id="role-why"
        label={words("staff:roles.propose.why")}
        value={given.reason}
        maxLength={300}
        onValue={(reason) => setGiven({ ...given, reason })}
      />
      <FaultNote fault={isMissing ? words("staff:roles.propose.missing") : fault} />
      <Button kind="main" type="submit" wide busy={busy}>
        {words("staff:roles.propose.send")}
      </Button>
    </form>
  );
}
