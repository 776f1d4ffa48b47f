import { useState } from "react";

/** The state of a form's field for a reason. */
export type Reason = {
  /** Props of the field. */
  readonly field: {
    readonly id: string;
    readonly value: string;
    readonly onValue: (text: string) => void;
  };
  /** The reason to send, without surrounding spaces. */
  readonly given: string;
  /** Whether the person tried to act without a reason, and has typed nothing since. */
  readonly isMissing: boolean;
  /**
   * Runs an action that needs a reason. If the reason is too short, moves the focus to the field and does not
   * run the action.
   */
  readonly demand: (act: () => void) => void;
};

/**
 * Holds the reason of a decision. `id` is the element id of the reason's field; `least` is the minimum length
 * in characters.
 */
export function useReason({ id, least = 3 }: { readonly id: string; readonly least?: number }): Reason {
  const [text, setText] = useState("");
  const [isMissing, setMissing] = useState(false);
  const given = text.trim();
  return {
    field: {
      id,
      value: text,
      onValue: (next) => {
        setText(next);
        setMissing(false);
      },
    },
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
