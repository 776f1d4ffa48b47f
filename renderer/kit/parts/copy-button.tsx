import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { toast } from "../api/toast-store.ts";
import { useText } from "../text/i18n.ts";
import { Button } from "./button.tsx";

const SAID_MS = 2500;

/**
 * Copies a text and shows that it was copied. With `said`, a toast confirms this too. `of` names the copied
 * value for screen readers.
 */
export function CopyButton({
  text,
  of,
  said,
}: {
  readonly text: string;
  readonly of: string;
  readonly said?: string;
}) {
  const words = useText();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      if (said !== undefined) toast({ id: "copied", tone: "gain", text: said });
      setTimeout(() => setCopied(false), SAID_MS);
    } catch {
      // An insecure origin has no clipboard. The person can still select the text.
    }
  };
  return (
    <Button kind="soft" small onClick={() => void copy()}>
      {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
      <span translate="no" aria-live="polite">
        {words(copied ? "button:copied" : "button:copy")}
      </span>
      <span className="sr"> {of}</span>
    </Button>
  );
}
