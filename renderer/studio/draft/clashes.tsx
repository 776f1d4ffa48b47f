import type { Clash } from "../../../engine/edits/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { Drafting } from "./use-draft.ts";

/** Places that two people changed differently, with both values to choose from. */
export function Clashes({ of: { clashes, settle } }: { readonly of: Drafting }) {
  const words = useText();
  if (clashes.length === 0) return null;
  return (
    <section className="card card--pad gap12" aria-labelledby="clashes-title">
      <h2 id="clashes-title">{words("studio:clash.title")}</h2>
      <p className="mut">{words("studio:clash.text")}</p>
      <ul className="gap12">
        {clashes.map((clash) => (
          <li key={`${clash.file}${clash.pointer}`} className="clash">
            <b>{words(`studio:clash.${kindOf(clash)}`)}</b>
            {(["ours", "theirs"] as const).map((side) => (
              <div key={side}>
                <small>{words(`studio:clash.${side}`)}</small>
                <p>{said(clash[side]) ?? words("studio:clash.part")}</p>
                <Button small onClick={() => settle(clash, side)}>
                  {words(`studio:clash.take-${side}`)}
                </Button>
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The kind of the place, so that no file name is needed. */
function kindOf({ file }: Clash): string {
  if (file.startsWith("locales/")) return file.startsWith("locales/th/") ? "text-th" : "text-en";
  if (file.includes("/rules/")) return "rule";
  return file.startsWith("schemas/") ? "question" : "step";
}

function said(value: Json | undefined): string | null {
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}
