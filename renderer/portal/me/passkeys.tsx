import { useQuery } from "@tanstack/react-query";
import { Fingerprint, Plus } from "lucide-react";
import { useState } from "react";
import type { Passkeys as PasskeyList } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { Button } from "../../kit/parts/button.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { mayUsePasskeys } from "../account/passkey.ts";
import { PasskeySheet, type PasskeyTask, useCodeByMail } from "./passkey-sheet.tsx";
import "./sessions.css";

/** The list of the person's passkeys, with buttons to add, rename and remove them. */
export function Passkeys() {
  const words = useText();
  const { data, error, refetch } = useQuery({
    ...get("/security/passkeys"),
    refetchOnMount: "always",
  });
  const [task, setTask] = useState<PasskeyTask | null>(null);
  const sending = useCodeByMail();
  if (data === undefined)
    return error === null ? (
      <LoadingShape rows={1} />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  const open = (next: PasskeyTask) => {
    setTask(next);
    if (next.kind !== "rename" && data.proof === "email") sending.run(undefined);
  };
  const canMake = mayUsePasskeys();
  // If passkeys do not work in this browser, the section is shown only if there are passkeys to remove.
  if (!canMake && data.passkeys.length === 0) return null;
  return (
    <section aria-labelledby="passkeys" className="gap8">
      <h2 id="passkeys">{words("access:passkeys.title")}</h2>
      <p className="mut">{words("access:passkeys.intro")}</p>
      {data.passkeys.length === 0 ? null : (
        <ul className="card list sessions">
          {data.passkeys.map((one) => (
            <PasskeyRow key={one.id} of={one} open={open} />
          ))}
        </ul>
      )}
      {canMake ? (
        <Button wide onClick={() => open({ kind: "make" })}>
          <Plus size={18} aria-hidden="true" /> {words("access:passkeys.add")}
        </Button>
      ) : null}
      {task === null ? null : (
        <PasskeySheet task={task} proof={data.proof} sending={sending} onClose={() => setTask(null)} />
      )}
    </section>
  );
}

function PasskeyRow({
  of,
  open,
}: {
  readonly of: PasskeyList["passkeys"][number];
  readonly open: (task: PasskeyTask) => void;
}) {
  const words = useText();
  return (
    <li className="session">
      <span className="ava">
        <Fingerprint size={22} aria-hidden="true" />
      </span>
      <div>
        <b>{of.name}</b>
        <p className="small">
          {words("access:passkeys.made", { at: formatInstant(of.madeAt) })}
          {of.usedAt === null ? "" : ` · ${words("access:passkeys.used", { at: formatInstant(of.usedAt) })}`}
        </p>
        <p className="small">{words(of.backedUp ? "access:passkeys.backedUp" : "access:passkeys.here")}</p>
      </div>
      <div className="rowwrap">
        <Button small onClick={() => open({ kind: "rename", of })}>
          {words("access:passkeys.renameIt")}
          <span className="sr"> {of.name}</span>
        </Button>
        <Button small onClick={() => open({ kind: "remove", of })}>
          {words("access:passkeys.removeIt")}
          <span className="sr"> {of.name}</span>
        </Button>
      </div>
    </li>
  );
}
