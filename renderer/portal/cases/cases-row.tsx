import { Inbox } from "lucide-react";
import { useText } from "../../kit/text/i18n.ts";
import { PlaceRow } from "../parts/place-row.tsx";
import { useCasesWaiting } from "./cases-waiting.tsx";

/** A link to the person's cases, with a mark if a desk waits for an answer. */
export function CasesRow() {
  const words = useText();
  const count = useCasesWaiting();
  return (
    <PlaceRow
      href="/cases"
      icon={<Inbox size={22} aria-hidden="true" />}
      title={words("my-account:cases.title")}
    >
      {count === 0 ? words("my-account:cases.place") : words("my-account:cases.waiting", { count })}
    </PlaceRow>
  );
}
