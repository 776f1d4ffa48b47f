import { CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import { useText } from "../../kit/text/i18n.ts";

/** A status as an icon with a label. With `bare`, only screen readers get the label. */
export function StatusSign({
  status,
  bare,
}: {
  readonly status: string | undefined;
  readonly bare?: boolean;
}) {
  const words = useText();
  const word = words(`staff:review.status.${status ?? "NONE"}`);
  const open = status === "PENDING" || status === undefined || status === "NONE" || status === "WAITING";
  const Icon = status === "VERIFIED" ? CircleCheck : open ? CircleDashed : TriangleAlert;
  const tone = status === "VERIFIED" ? "sign sign--gain" : open ? "sign" : "sign sign--warn";
  return (
    <span className={tone} title={bare ? word : undefined}>
      <Icon size={20} aria-hidden="true" />
      {bare ? <span className="sr">{word}</span> : word}
    </span>
  );
}
