import { FilePenLine, Undo2 } from "lucide-react";
import { useState } from "react";
import type { VersionPage } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button, ButtonLink } from "../../kit/parts/button.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { isOpen } from "./definition-record.ts";
import "./definitions.css";

/**
 * The actions of operations on their own proposal: withdraw it while it waits, or open a rejected one to fix
 * it.
 */
export function DefinitionBack({ of }: { readonly of: VersionPage }) {
  const words = useText();
  const role = useSession()?.user?.role;
  const [asks, setAsks] = useState(false);
  const withdrawing = useAction({
    call: () => call("POST", "/definitions/versions/{id}/withdraw", { path: { id: of.id } }),
    changes: ["/definitions"],
    said: () => words("definition:back.done"),
    done: () => setAsks(false),
  });
  if (role !== "operations" || of.source !== "proposal") return null;
  const mayMend = of.state === "refused" || of.state === "withdrawn" || of.outdated;
  const mayWithdraw = isOpen(of) && of.own;
  if (!mayMend && !mayWithdraw) return null;
  return (
    <section className="card judged">
      <h2>{words("definition:back.title")}</h2>
      {mayMend ? (
        <ButtonLink kind="main" wide href={`/staff/definitions/propose?from=${of.id}`}>
          <FilePenLine size={20} aria-hidden="true" /> {words("definition:back.mend")}
        </ButtonLink>
      ) : null}
      {mayWithdraw ? (
        <Button wide onClick={() => setAsks(true)}>
          <Undo2 size={20} aria-hidden="true" /> {words("definition:back.withdraw")}
        </Button>
      ) : null}
      {asks ? (
        <Sheet
          title={words("definition:back.withdraw")}
          onClose={() => setAsks(false)}
          footer={
            <Button kind="main" wide busy={withdrawing.busy} onClick={() => withdrawing.run(undefined)}>
              {words("definition:back.withdraw")}
            </Button>
          }
        >
          <p>{words("definition:back.text")}</p>
        </Sheet>
      ) : null}
    </section>
  );
}
