import { createContext, useContext } from "react";
import type { Definition, FieldHints } from "../../../engine/flow/index.ts";
import type { ErrorStore } from "./errors.ts";

/** Prefix of every field's id. The rest of the id is the field's JSON pointer. */
export const ID_PREFIX = "f";

/** The data and callbacks that a form's templates and widgets read, in addition to their props. */
export type FormParts = {
  readonly definition: Definition;
  readonly step: string;
  readonly errors: ErrorStore;
  /** Called when a field loses the focus. Validates the field if it was changed. */
  readonly leave: (pointer: string) => void;
  /** Validates a field at once, after a choice was made or a file arrived. */
  readonly settle: (pointer: string) => void;
  /** Reports the upload state of a field's file. The form waits while a file is being sent. */
  readonly upload: (pointer: string, state: "sending" | "failed" | null) => void;
};

const Context = createContext<FormParts | null>(null);

/** Provides a form's parts to its fields. */
export const FormPartsProvider = Context.Provider;

/** Returns the form parts that the surrounding provider set. */
export function useFormParts(): FormParts {
  const parts = useContext(Context);
  if (parts === null) throw new Error("useFormParts: no form around");
  return parts;
}

/** Returns a field's JSON pointer from its id: `f/address/no` → `/address/no`. */
export function pointerOf(id: string): string {
  return id.slice(ID_PREFIX.length);
}

/** Returns a field's id from its JSON pointer. */
export function idOf(pointer: string): string {
  return `${ID_PREFIX}${pointer}`;
}

/** Returns the hints of a field, which are stored by dotted data path without list positions. */
export function hintsOf({ definition, step }: FormParts, pointer: string): FieldHints {
  const found = definition.flow.steps[step];
  const place = pointer
    .slice(1)
    .split("/")
    .filter((segment) => !/^\d+$/.test(segment))
    .join(".");
  return (found && "ui" in found ? found.ui?.[place] : undefined) ?? {};
}
