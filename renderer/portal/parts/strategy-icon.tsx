import { Anchor, Bitcoin, Blocks, Gamepad2, Layers, type LucideIcon, Rocket } from "lucide-react";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  "M-BTCA": Bitcoin,
  "M-LCAP": Layers,
  "M-BLOCKCHAIN": Blocks,
  "M-METAVERSE": Gamepad2,
  "M-STABLE": Anchor,
  "M-NEXT GEN": Rocket,
  "M-NEXTGEN": Rocket,
};

/** The icon of a strategy by its code. */
export function StrategyIcon({ code }: { readonly code: string }) {
  const Icon = ICONS[code] ?? Layers;
  return (
    <span className="ava">
      <Icon size={22} strokeWidth={1.9} aria-hidden="true" />
    </span>
  );
}
