import { createContext, useContext } from "react";
import type { Definition, FieldHints } from "../../../engine/flow/index.ts";
import type { ErrorStore } from "./errors.ts";

/** Prefix of every field's id; the rest is its JSON pointer. */
export const ID_PREFIX = "f";

/** What the templates and widgets of a form read besides their props. */
export type FormParts = {
  readonly definition: Definition;
  readonly step: string;
  readonly errors: ErrorStore;
  /** A field was left; it is validated if it was changed. */
  readonly leave: (pointer: string) => void;
  /** Validates a field at once (after a choice, or when a file arrived). */
  readonly settle: (pointer: string) => void;
  /** Reports that a field's file is being sent, so that the form waits for it, or failed. */
  readonly upload: (pointer: string, state: "sending" | "failed" | null) => void;
};

const Context = createContext<FormParts | null>(null);

/** Provides a form's parts to its fields. */
export const FormPartsProvider = Context.Provider;

/** The parts of the surrounding form. */
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

/** The hints of a field, by its dotted path without list positions. */
export function hintsOf({ definition, step }: FormParts, pointer: string): FieldHints {
  const found = definition.flow.steps[step];
  const place = pointer
    .slice(1)
    .split("/")
    .filter((segment) => !/^\d+$/.test(segment))
    .join(".");
  return (found && "ui" in found ? found.ui?.[place] : undefined) ?? {};
}
