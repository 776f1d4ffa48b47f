import { useEffect, useState } from "react";
import { Skeleton } from "./states.tsx";
import "./qr.css";

/**
 * The cells of a QR code, row by row; `null` until the QR library is loaded. The library is loaded only if a
 * page draws a code.
 */
export type QrCells = readonly (readonly boolean[])[] | null;

/** Returns the cells of the QR code for a text. */
export function useQr(text: string | null): QrCells {
  const [cells, setCells] = useState<QrCells>(null);
  useEffect(() => {
    if (text === null) return;
    let here = true;
    void import("qr").then(({ encodeQR }) => {
      if (here) setCells(encodeQR(text, "raw", { ecc: "medium", border: 4 }));
    });
    return () => {
      here = false;
    };
  }, [text]);
  return cells;
}

/** Draws a QR code. */
export function Qr({ cells, label }: { readonly cells: QrCells; readonly label: string }) {
  if (cells === null) return <Skeleton width="240px" height="240px" />;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${cells.length} ${cells.length}`}
      shapeRendering="crispEdges"
    >
      <rect width={cells.length} height={cells.length} fill="#ffffff" />
      <path d={pathOf(cells)} fill="#000000" />
    </svg>
  );
}

/** Returns an SVG path with one square for each dark cell. */
function pathOf(cells: readonly (readonly boolean[])[]): string {
  return cells.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
}

const CELL_PX = 14;
const CAPTION_PX = 64;

/**
 * Returns a QR code with a caption as a PNG picture. A person saves the picture on the phone, and the bank's
 * app reads it from the gallery.
 */
export async function qrPicture(cells: readonly (readonly boolean[])[], caption: string): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = cells.length * CELL_PX;
  canvas.height = canvas.width + CAPTION_PX;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("qrPicture: no canvas");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#000000";
  cells.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) pen.fillRect(x * CELL_PX, y * CELL_PX, CELL_PX, CELL_PX);
    });
  });
  pen.font = "26px sans-serif";
  pen.textAlign = "center";
  pen.fillText(caption, canvas.width / 2, canvas.width + CAPTION_PX / 2, canvas.width - 24);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("qrPicture: no picture")) : resolve(blob)));
  });
}
