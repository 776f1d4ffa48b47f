import { Note } from "../kit/parts/note.tsx";

/** The error of an action, read out at once; nothing as long as there is none. */
export function FaultNote({ fault }: { readonly fault: string | null }) {
  return fault === null ? null : (
    <Note tone="loss" role="alert">
      {fault}
    </Note>
  );
}
