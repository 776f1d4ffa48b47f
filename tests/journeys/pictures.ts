import sharp from "sharp";

/** Draws an ID card, front or back, as a JPEG that a reviewer can read and that shows no real person. */
export async function cardPicture(side: "front" | "back"): Promise<Buffer> {
  const text =
    side === "front"
      ? `<text x="420" y="120" font-size="44" fill="#234">บัตรประจำตัวประชาชน</text>
         <text x="420" y="180" font-size="30" fill="#456">Thai National ID Card (SPECIMEN)</text>
         <text x="420" y="290" font-size="48" fill="#123">1 1017 00230 70 8</text>
         <text x="420" y="370" font-size="40" fill="#123">น.ส. กานต์ชนก วัฒนไพศาลกิจ</text>
         <rect x="90" y="240" width="150" height="110" rx="16" fill="#d8b34a"/>
         <rect x="1080" y="330" width="220" height="280" rx="12" fill="#cfdbe6"/>
         <circle cx="1190" cy="420" r="60" fill="#8aa0b5"/><path d="M1090 610 a100 100 0 0 1 200 0z" fill="#8aa0b5"/>`
      : `<text x="120" y="460" font-size="52" fill="#123">JT0-1234567-89</text>
         <rect x="80" y="120" width="1240" height="120" fill="#3a3f45"/>`;
  return await drawn(1400, 880, `<rect width="1400" height="880" rx="48" fill="#e7f0f6"/>${text}`);
}

/** Draws a face as a JPEG. */
export async function facePicture(): Promise<Buffer> {
  return await drawn(
    900,
    1200,
    `<rect width="900" height="1200" fill="#d5dde4"/><circle cx="450" cy="470" r="220" fill="#c49a7a"/>
     <path d="M120 1200 a330 330 0 0 1 660 0z" fill="#50707f"/><circle cx="370" cy="440" r="22" fill="#222"/>
     <circle cx="530" cy="440" r="22" fill="#222"/><path d="M370 560 q80 70 160 0" stroke="#722" stroke-width="14" fill="none"/>`,
  );
}

async function drawn(width: number, height: number, body: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`;
  return await sharp(Buffer.from(svg)).jpeg({ quality: 86 }).toBuffer();
}
