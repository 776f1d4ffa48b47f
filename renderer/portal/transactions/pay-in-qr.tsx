import { Download } from "lucide-react";
import { toast } from "../../kit/api/toast-store.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Qr, qrPicture, useQr } from "../../kit/parts/qr.tsx";
import { saveFile } from "../../kit/parts/save-file.ts";
import { formatBaht } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";

/**
 * The PromptPay QR code, with a button that saves it as a picture. A person who pays on the same phone opens
 * the picture in the bank's app.
 */
export function PayInQr({
  code,
  reference,
  amount,
}: {
  readonly code: string;
  readonly reference: string;
  readonly amount: string;
}) {
  const words = useText();
  const cells = useQr(code);
  const caption = `${reference} · ${formatBaht(amount)} ${words("common:baht")}`;
  const save = async () => {
    const picture = cells === null ? null : await qrPicture(cells, caption).catch(() => null);
    if (picture === null) return toast({ tone: "loss", text: words("my-orders:payIn.qr.failed") });
    saveFile(picture, `promptpay-${reference}.png`);
    toast({ tone: "gain", text: words("my-orders:payIn.qr.saved") });
  };
  return (
    <div className="qrbox">
      <Qr cells={cells} label={words("my-orders:payIn.qr.alt", { reference })} />
      <p className="small">{words("my-orders:payIn.qr.how")}</p>
      <Button small onClick={() => void save()}>
        <Download size={18} aria-hidden="true" /> {words("my-orders:payIn.qr.save")}
      </Button>
    </div>
  );
}
