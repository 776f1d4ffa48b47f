import { Inbox } from "lucide-react";
import { useText } from "../../kit/text/i18n.ts";
import { PlaceRow } from "../parts/place-row.tsx";
import { useCasesWaiting } from "./cases-waiting.tsx";

/** The way to one's own cases; says where a desk waits for something. */
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
