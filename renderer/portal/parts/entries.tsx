import { useQuery } from "@tanstack/react-query";
import {
  ArrowLeftRight,
  Building2,
  DoorOpen,
  FilePen,
  Gauge,
  Globe,
  HandCoins,
  Hash,
  KeyRound,
  Landmark,
  LifeBuoy,
  type LucideIcon,
  Mail,
  RotateCcwKey,
  Scale,
  ShieldCheck,
  ShieldOff,
  Signature,
  Smartphone,
  UserPen,
  Users,
  Wallet,
} from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { published } from "../../kit/api/events.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { keepWhole, useLanguage, useText } from "../../kit/text/i18n.ts";
import { useStore } from "../../kit/text/store.ts";
import { PlaceRow } from "./place-row.tsx";
import "../../kit/parts/screens.css";

/** Places on pages where flows may declare links. The list is closed (`schemas/names.json`). */
export type EntryPlace = "overview" | "strategies" | "strategy" | "me" | "security" | "contact";

/**
 * Links to the flows that the server offers this person at a place on a page. Renders nothing if there are
 * none. `strategy` is the strategy of the page, with which the flow starts.
 */
export function Entries({ place, strategy }: { readonly place: EntryPlace; readonly strategy?: string }) {
  const words = useText();
  const language = useLanguage();
  const session = useSession();
  const newest = useStore(published);
  const { data, refetch } = useQuery(get("/entries/{place}", { path: { place } }));
  // The links are loaded again after each publication and each log-in, so that a newly published flow appears
  // without a reload of the page.
  const askAgain = useEffectEvent((_newest: typeof newest, _email: string | undefined) => void refetch());
  const email = session?.user?.email;
  useEffect(() => askAgain(newest, email), [newest, email]);
  if (data === undefined || data.length === 0) return null;
  return (
    <nav aria-label={words("common:entries")}>
      <ul className="card list">
        {data.map(({ flow, address, label, hint, icon }) => (
          <PlaceRow
            key={flow}
            href={strategy === undefined ? address : `${address}?strategy=${encodeURIComponent(strategy)}`}
            icon={<Icon name={icon} />}
            title={keepWhole(label[language])}
          >
            {hint === null ? null : keepWhole(hint[language])}
          </PlaceRow>
        ))}
      </ul>
    </nav>
  );
}

/** The icons that a link can name (`schemas/config/flow.json`). */
export const ENTRY_ICONS: { readonly [name: string]: LucideIcon } = {
  bank: Landmark,
  mail: Mail,
  person: UserPen,
  risk: Gauge,
  globe: Globe,
  wallet: Wallet,
  phone: Smartphone,
  password: KeyRound,
  pin: Hash,
  shield: ShieldCheck,
  unlock: ShieldOff,
  codes: RotateCcwKey,
  family: Users,
  rights: Scale,
  leave: DoorOpen,
  money: HandCoins,
  switch: ArrowLeftRight,
  sign: Signature,
  company: Building2,
  help: LifeBuoy,
};

function Icon({ name }: { readonly name: string | null }) {
  const Shape = (name === null ? undefined : ENTRY_ICONS[name]) ?? FilePen;
  return <Shape size={22} aria-hidden="true" />;
}
