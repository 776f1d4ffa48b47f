import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const ICONS = { plain: Info, info: Info, warn: TriangleAlert, gain: CircleCheck, loss: CircleAlert };

/** A short remark in a coloured box. An icon shows the kind of remark to people who do not see the colour. */
export function Note({
  tone = "plain",
  children,
  role,
}: {
  readonly tone?: keyof typeof ICONS;
  readonly children: ReactNode;
  readonly role?: "status" | "alert";
}) {
  const Icon = ICONS[tone];
  return (
    <div
      className={tone === "plain" ? "note" : `note note--${tone}`}
      role={role}
      translate={role ? "no" : undefined}
    >
      <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
