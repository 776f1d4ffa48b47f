import { encodeQR } from "qr";
import sharp from "sharp";
import { type SlipCode, slipCodeText } from "../../domain/slip-code.ts";

/**
 * Draws the transfer slip of a made-up person as a JPEG. The slip contains a bank's QR code if `code` is
 * given, or a QR code with another text.
 */
export async function slipPicture(
  code: SlipCode | string | null,
  { width = 720, turned = 0 }: { readonly width?: number; readonly turned?: number } = {},
): Promise<Buffer> {
  const height = Math.round(width * 1.6);
  const lines = ["โอนเงินสำเร็จ (SPECIMEN)", "23 พ.ย. 69 10:31", "จาก น.ส. กานต์ชนก", "10,000.00 บาท"];
  const text = lines
    .map(
      (line, at) =>
        `<text x="${width * 0.08}" y="${height * (0.12 + at * 0.09)}" font-size="${width / 18}" fill="#123">${line}</text>`,
    )
    .join("");
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#eef6f4"/>${text}</svg>`;
  const drawn = sharp(Buffer.from(page));
  if (code !== null) {
    const svg = encodeQR(typeof code === "string" ? code : slipCodeText(code), "svg", { border: 4 });
    const qr = await sharp(Buffer.from(svg), { density: 600 })
      .flatten({ background: "#ffffff" })
      .resize(Math.round(width * 0.28))
      .png()
      .toBuffer();
    drawn.composite([{ input: qr, left: Math.round(width * 0.66), top: Math.round(height * 0.68) }]);
  }
  return await sharp(await drawn.png().toBuffer())
    .rotate(turned, { background: "#444444" })
    .jpeg({ quality: 82 })
    .toBuffer();
}
