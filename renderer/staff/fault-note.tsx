import { Note } from "../kit/parts/note.tsx";

/** The error of an action, which screen readers announce at once. Renders nothing without an error. */
export function FaultNote({ fault }: { readonly fault: string | null }) {
  return fault === null ? null : (
    <Note tone="loss" role="alert">
      {fault}
    </Note>
  );
}
