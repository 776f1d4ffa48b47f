import { createContext, useContext } from "react";
import type { Definition, FieldHints } from "../../../engine/flow/index.ts";
import type { ErrorStore } from "./errors.ts";

/** First letters of every field's id: the rest is its JSON pointer. */
export const ID_PREFIX = "f";

/** What templates and widgets of one form read besides their own props. */
export type FormParts = {
  readonly definition: Definition;
  readonly step: string;
  readonly errors: ErrorStore;
  /** A field was left: it is judged if it was changed. */
  readonly leave: (pointer: string) => void;
  /** A field asks to be judged at once (a choice that was made, a file that arrived). */
  readonly settle: (pointer: string) => void;
  /** A field tells that its file is on its way, so that the form waits for it, or did not arrive. */
  readonly upload: (pointer: string, state: "sending" | "failed" | null) => void;
};

const Context = createContext<FormParts | null>(null);

/** Gives a form's parts to what is drawn inside it. */
export const FormPartsProvider = Context.Provider;

/** The parts of the form around. */
export function useFormParts(): FormParts {
  const parts = useContext(Context);
  if (parts === null) throw new Error("useFormParts: no form around");
  return parts;
}

/** A field's JSON pointer from its id: `f/address/no` → `/address/no`. */
export function pointerOf(id: string): string {
  return id.slice(ID_PREFIX.length);
}

/** A field's id from its JSON pointer. */
export function idOf(pointer: string): string {
  return `${ID_PREFIX}${pointer}`;
}

/** The hints of a field: by its dotted place, list positions left out. */
export function hintsOf({ definition, step }: FormParts, pointer: string): FieldHints {
  const found = definition.flow.steps[step];
  const place = pointer
    .slice(1)
    .split("/")
    .filter((segment) => !/^\d+$/.test(segment))
    .join(".");
  return (found && "ui" in found ? found.ui?.[place] : undefined) ?? {};
}
