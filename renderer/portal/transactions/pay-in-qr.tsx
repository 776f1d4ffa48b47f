import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "../../kit/api/toast-store.ts";
import { Button } from "../../kit/parts/button.tsx";
import { saveFile } from "../../kit/parts/save-file.ts";
import { Skeleton } from "../../kit/parts/states.tsx";
import { formatBaht } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";

/** The code of a PromptPay bill payment, drawn, with a picture of it to save: who pays by the same phone opens that in their bank's app. */
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
  const [modules, setModules] = useState<readonly (readonly boolean[])[] | null>(null);
  useEffect(() => {
    let here = true;
    // The library is asked for where a code is drawn, and nowhere else.
    void import("qr").then(({ encodeQR }) => {
      if (here) setModules(encodeQR(code, "raw", { ecc: "medium", border: 4 }));
    });
    return () => {
      here = false;
    };
  }, [code]);
  const caption = `${reference} · ${formatBaht(amount)} ${words("common:baht")}`;
  const save = async () => {
    const picture = modules === null ? null : await pictureOf(modules, caption).catch(() => null);
    if (picture === null) return toast({ tone: "loss", text: words("my-account:payIn.qr.failed") });
    saveFile(picture, `promptpay-${reference}.png`);
    toast({ tone: "gain", text: words("my-account:payIn.qr.saved") });
  };
  return (
    <div className="payqr">
      {modules === null ? (
        <Skeleton width="240px" height="240px" />
      ) : (
        <svg
          role="img"
          aria-label={words("my-account:payIn.qr.alt", { reference })}
          viewBox={`0 0 ${modules.length} ${modules.length}`}
          shapeRendering="crispEdges"
        >
          <rect width={modules.length} height={modules.length} fill="#ffffff" />
          <path d={pathOf(modules)} fill="#000000" />
        </svg>
      )}
      <p className="small">{words("my-account:payIn.qr.how")}</p>
      <Button small onClick={() => void save()}>
        <Download size={18} aria-hidden="true" /> {words("my-account:payIn.qr.save")}
      </Button>
    </div>
  );
}

/** Each dark module as a square of the path. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  return modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
}

const MODULE_PX = 14;
const CAPTION_PX = 64;

/** A PNG that a bank's app reads from the gallery, with what is paid written below. */
async function pictureOf(modules: readonly (readonly boolean[])[], caption: string): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = modules.length * MODULE_PX;
  canvas.height = canvas.width + CAPTION_PX;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("pictureOf: no canvas");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#000000";
  modules.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) pen.fillRect(x * MODULE_PX, y * MODULE_PX, MODULE_PX, MODULE_PX);
    });
  });
  pen.font = "26px sans-serif";
  pen.textAlign = "center";
  pen.fillText(caption, canvas.width / 2, canvas.width + CAPTION_PX / 2, canvas.width - 24);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("pictureOf: no picture")) : resolve(blob)));
  });
}
