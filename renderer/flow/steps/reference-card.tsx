import { Check, Copy } from "lucide-react";
import { useState } from "react";
import type { Definition } from "../../../engine/flow/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../parts/button.tsx";
import { useText } from "../../text/i18n.ts";
import { labelOf } from "../show-value.ts";

/** Splits shown places into references, which get a card with a copy button, and the rest. */
export function referencesOf(paths: readonly string[]): {
  readonly references: readonly string[];
  readonly others: readonly string[];
} {
  const isReference = (path: string) => path.endsWith(".reference");
  return { references: paths.filter(isReference), others: paths.filter((path) => !isReference(path)) };
}

/** A number that she keeps, with a button that copies it. */
export function ReferenceCard({
  definition,
  path,
  value,
}: {
  readonly definition: Definition;
  readonly path: string;
  readonly value: Json | undefined;
}) {
  const words = useText();
  const [copied, setCopied] = useState(false);
  if (typeof value !== "string") return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      setTimeout(() => setCopied(false), 2500);
    } catch {
      // An insecure address has no clipboard; the number can still be selected.
    }
  };
  return (
    <div className="card card--pad row between shown">
      <div>
        <p className="small">{labelOf(definition, path)}</p>
        <p className="num s18 reference">
          <b>{value}</b>
        </p>
      </div>
      <Button kind="soft" small onClick={() => void copy()}>
        {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        <span aria-live="polite">{words(copied ? "button:copied" : "button:copy")}</span>
      </Button>
    </div>
  );
}
