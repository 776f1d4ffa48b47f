import { useState } from "react";

/** A reason as a form asks for it. */
export type Reason = {
  /** The props of its field. */
  readonly field: {
    readonly id: string;
    readonly value: string;
    readonly onValue: (text: string) => void;
  };
  /** The text to send. */
  readonly given: string;
  /** Whether the last attempt was made without it. */
  readonly isMissing: boolean;
  /** Starts an action that needs it; as long as it is too short, its field gets the focus instead. */
  readonly demand: (act: () => void) => void;
};

/** The reason of a decision. `id`: its field; `least`: its minimum length in characters. */
export function useReason({ id, least = 3 }: { readonly id: string; readonly least?: number }): Reason {
  const [text, setText] = useState("");
  const [isMissing, setMissing] = useState(false);
  const given = text.trim();
  return {
    field: { id, value: text, onValue: setText },
    given,
    isMissing,
    demand: (act) => {
      const isShort = given.length < least;
      setMissing(isShort);
      if (isShort) document.getElementById(id)?.focus();
      else act();
    },
  };
}
