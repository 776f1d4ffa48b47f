import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { parseTypedDate } from "../../../engine/values/local-date.ts";
import type { QueryOf } from "../../kit/api/calls.ts";
import { get } from "../../kit/api/query.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import "./audit.css";

/** Query for the lines of the audit trail. */
export type AuditQuery = Omit<QueryOf<"/audit/lines">, "before">;

const NOTHING = { who: "", id: "", what: "", object: "", from: "", until: "" };

/** Filters of the audit trail by actor, action, object and time. `onFilter` gets the query for the call. */
export function AuditFilters({ onFilter }: { readonly onFilter: (query: AuditQuery) => void }) {
  const words = useText();
  const { given, set, tried, submit } = useFilters(onFilter);
  const { data: staff } = useQuery(get("/staff-roles"));
  const { data: known } = useQuery(get("/audit/actions"));
  return (
    <form className="card card--pad auditfilters asks" noValidate onSubmit={submit}>
      <SelectField id="audit-who" label={words("staff:audit.who")} value={given.who} onValue={set("who")}>
        <option value="">{words("staff:audit.anybody")}</option>
        <option value="system">{words("staff:audit.system")}</option>
        {(staff?.colleagues ?? []).map(({ id, email }) => (
          <option key={id} value={`person:${id}`}>
            {email}
          </option>
        ))}
      </SelectField>
      <TextField
        id="audit-id"
        label={words("staff:audit.id")}
        placeholder={words("staff:audit.idHint")}
        value={given.id}
        autoComplete="off"
        maxLength={100}
        onValue={set("id")}
      />
      <ActionField actions={known?.actions ?? []} value={given.what} onValue={set("what")} />
      <TextField
        id="audit-object"
        label={words("staff:audit.object")}
        placeholder={words("staff:audit.objectHint")}
        value={given.object}
        autoComplete="off"
        maxLength={120}
        onValue={set("object")}
      />
      {(["from", "until"] as const).map((part) => (
        <TextField
          key={part}
          id={`audit-${part}`}
          label={words(`staff:audit.${part}`)}
          inputMode="numeric"
          placeholder={words("staff:audit.dayHint")}
          value={given[part]}
          error={tried && isWrong(given[part]) ? words("staff:audit.dayWrong") : null}
          onValue={set(part)}
        />
      ))}
      <Button kind="main" type="submit" wide>
        {words("staff:audit.filter")}
      </Button>
    </form>
  );
}

/** Holds the typed and chosen filters. The filters are applied once their dates are valid. */
function useFilters(onFilter: (query: AuditQuery) => void) {
  const [given, setGiven] = useState(NOTHING);
  const [tried, setTried] = useState(false);
  const set = (part: keyof typeof NOTHING) => (value: string) => setGiven({ ...given, [part]: value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isWrong(given.from) || isWrong(given.until)) return;
    onFilter({
      actor: given.id.trim() || given.who || undefined,
      action: given.what || undefined,
      subject: given.object.trim() || undefined,
      from: dayOf(given.from) || undefined,
      until: dayOf(given.until) || undefined,
    });
  };
  return { given, set, tried, submit };
}

/** A field to choose actions: all actions, those of one part of the server, or a single one. */
function ActionField({
  actions,
  value,
  onValue,
}: {
  readonly actions: readonly string[];
  readonly value: string;
  readonly onValue: (what: string) => void;
}) {
  const words = useText();
  const rooms = [...new Set(actions.map((action) => action.split(".")[0] ?? ""))];
  return (
    <SelectField id="audit-what" label={words("staff:audit.what")} value={value} onValue={onValue}>
      <option value="">{words("staff:audit.anything")}</option>
      {rooms.map((room) => (
        <optgroup key={room} label={room}>
          <option value={room}>{words("staff:audit.all", { room })}</option>
          {actions
            .filter((action) => action.startsWith(`${room}.`))
            .map((action) => (
              <option key={action} value={action}>
                {action}
              </option>
            ))}
        </optgroup>
      ))}
    </SelectField>
  );
}

function isWrong(typed: string): boolean {
  return typed.trim() !== "" && !parseTypedDate(typed.trim()).ok;
}

function dayOf(typed: string): string {
  const parsed = parseTypedDate(typed.trim());
  return parsed.ok ? parsed.value : "";
}
