import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parseTypedDate } from "../../../engine/values/local-date.ts";
import { get } from "../../kit/api/query.ts";
import { TextField } from "../../kit/parts/fields.tsx";
import { Pairs } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatDate, formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { StatusSign } from "../reviews/status-sign.tsx";
import type { Purpose } from "./purposes.ts";

/** A person's statuses at the end of a chosen day. */
export function StatusesOn({ id, purpose }: { readonly id: string; readonly purpose: Purpose }) {
  const words = useText();
  const [typed, setTyped] = useState("");
  const parsed = parseTypedDate(typed.trim());
  const day = parsed.ok ? parsed.value : null;
  return (
    <div className="gap12">
      <TextField
        id="statuses-day"
        label={words("staff:people.on.label")}
        hint={words("staff:people.on.hint")}
        inputMode="numeric"
        placeholder="DD/MM/YYYY"
        value={typed}
        onValue={setTyped}
      />
      {day === null ? null : <OnDay id={id} day={day} purpose={purpose} />}
    </div>
  );
}

function OnDay({
  id,
  day,
  purpose,
}: {
  readonly id: string;
  readonly day: string;
  readonly purpose: Purpose;
}) {
  const words = useText();
  const { data, error, refetch } = useQuery({
    ...get("/people/{id}/statuses", { path: { id }, query: { on: day, purpose } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (data === undefined)
    return error === null ? (
      <LoadingShape rows={2} />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  return (
    <>
      <h3>{words("staff:people.on.title", { date: formatDate(day) })}</h3>
      {data.statuses.length === 0 ? <p className="mut">{words("staff:people.on.none")}</p> : null}
      <Pairs
        of={data.statuses
          .filter(({ entity }) => entity !== "account")
          .map(({ entity, status, since }) => ({
            key: entity,
            label: words(`staff:review.check.${entity}`),
            value: (
              <>
                <StatusSign status={status} />{" "}
                <small>{words("staff:people.on.since", { at: formatInstant(since) })}</small>
              </>
            ),
          }))}
      />
    </>
  );
}
