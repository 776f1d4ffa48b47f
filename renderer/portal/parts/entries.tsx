import { useQuery } from "@tanstack/react-query";
import { FilePen } from "lucide-react";
import { useEffect } from "react";
import { published } from "../../kit/api/events.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { keepWhole, useLanguage, useText } from "../../kit/text/i18n.ts";
import { useStore } from "../../kit/text/store.ts";
import { PlaceRow } from "./place-row.tsx";
import "../../kit/parts/screens.css";

/** Places where flows declare links; a closed list (`schemas/names.json`). */
export type EntryPlace = "overview" | "strategies" | "strategy" | "me" | "security" | "contact";

/**
 * Links to the flows that the server offers this person at a place; nothing if there are none. `strategy`: the strategy
 * of the page, which the flow starts with.
 */
export function Entries({ place, strategy }: { readonly place: EntryPlace; readonly strategy?: string }) {
  const words = useText();
  const language = useLanguage();
  const session = useSession();
  const newest = useStore(published);
  const { data, refetch } = useQuery(get("/entries/{place}", { path: { place } }));
  // Flows published a moment ago are linked without a reload, also after a log-in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again for what is offered, whatever changed.
  useEffect(() => void refetch(), [newest, session?.user?.email]);
  if (data === undefined || data.length === 0) return null;
  return (
    <nav aria-label={words("common:entries")}>
      <ul className="card list">
        {data.map(({ flow, address, label, hint }) => (
          <PlaceRow
            key={flow}
            href={strategy === undefined ? address : `${address}?strategy=${encodeURIComponent(strategy)}`}
            icon={<FilePen size={22} aria-hidden="true" />}
            title={keepWhole(label[language])}
          >
            {hint === null ? null : keepWhole(hint[language])}
          </PlaceRow>
        ))}
      </ul>
    </nav>
  );
}
