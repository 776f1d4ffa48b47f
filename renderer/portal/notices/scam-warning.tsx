import { useState } from "react";
import type { Notices } from "../../kit/api/answers.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useText } from "../../kit/text/i18n.ts";

const KEY = "scam-warning";

/**
 * The scam warning, shown once for each log-in until the person has read it. `mark` identifies the log-in;
 * without a mark the warning is not shown.
 */
export function ScamWarning({ mark }: { readonly mark: Notices["scamWarning"] }) {
  const words = useText();
  const [read, setRead] = useState(kept);
  if (mark === null || read === mark) return null;
  const close = () => {
    keep(mark);
    setRead(mark);
  };
  return (
    <Note tone="warn">
      <b>{words("portfolio:scam.title")}</b>
      <p>{words("portfolio:scam.text")}</p>
      <ul className="plainlist">
        {["password", "account", "promise"].map((point) => (
          <li key={point}>{words(`portfolio:scam.${point}`)}</li>
        ))}
      </ul>
      <p>{words("portfolio:scam.doubt")}</p>
      <Button small onClick={close}>
        {words("portfolio:scam.read")}
      </Button>
    </Note>
  );
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(mark: string): void {
  try {
    localStorage.setItem(KEY, mark);
  } catch {
    // Without storage, the warning counts as read only until the person leaves the page.
  }
}
