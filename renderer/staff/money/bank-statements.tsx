import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { textOfFile } from "../../kit/api/text-of-file.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { FileInput } from "../../kit/parts/file-input.tsx";
import { formatBaht, formatDate } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";

const KINDS = ["matched", "known", "held", "out"] as const;

/** Statements of the clients' account: imported as files, with the matching result of their lines. */
export function BankStatements() {
  const words = useText();
  const list = useQuery(get("/bank-statements"));
  const chooser = useRef<HTMLInputElement>(null);
  const importing = useAction({
    call: async (file: File) => {
      const text = await textOfFile(file);
      return text.ok ? await call("POST", "/bank-statements", { body: { file: text.value } }) : text;
    },
    changes: ["/bank-statements", "/money-in", "/orders"],
    said: () => words("staff:money.statements.imported"),
    failed: "here",
  });
  return (
    <section className="gap12" aria-labelledby="statements">
      <div className="screenhead">
        <div>
          <h2 id="statements">{words("staff:money.statements.title")}</h2>
          <p className="mut">{words("staff:money.statements.how")}</p>
        </div>
        <Button busy={importing.busy} onClick={() => chooser.current?.click()}>
          {words("staff:money.statements.import")}
        </Button>
      </div>
      <FileInput chooser={chooser} accept=".csv,text/csv" onFile={importing.run} />
      <FaultNote fault={importing.fault} />
      {list.data && list.data.statements.length > 0 ? (
        <ul className="card list">
          {list.data.statements.map((one) => (
            <li key={one.id} className="navrow">
              <div>
                <b className="num">{one.account}</b>
                <p className="small">
                  {formatDate(one.firstOn)} – {formatDate(one.lastOn)}
                </p>
              </div>
              <p className="small">
                {words("staff:money.statements.closing")} <b className="num">{formatBaht(one.closing)}</b>
              </p>
              <p className="small">
                {KINDS.map((kind) => words(`staff:money.statements.${kind}`, { count: one[kind] })).join(
                  " · ",
                )}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
