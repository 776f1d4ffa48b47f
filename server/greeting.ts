import { BRANDS } from "../domain/brands.ts";
import type { Config } from "./config.ts";

/** A demo person whom the start message names. */
export type Guest = {
  readonly email: string;
  readonly password: string;
  readonly pin?: string;
  readonly totp?: string;
  readonly about: string;
};

/**
 * Returns the message that `npm start` prints, with addresses and in both languages. It is plain text without
 * colours.
 */
export function greeting(
  config: Pick<Config, "env" | "origin" | "brand">,
  guests: readonly Guest[],
  seconds: number,
): string {
  const name = BRANDS[config.brand].name;
  const places: readonly (readonly [string, string])[] = [
    ["พอร์ทัล · Portal", `${config.origin}/`],
    ["สมัคร · Register", `${config.origin}/invest/register`],
    ...(config.env === "development"
      ? ([
          ["กล่องจดหมาย · Mailbox", `${config.origin}/dev/mailbox`],
          ["นาฬิกา · Clock", `${config.origin}/dev/clock`],
        ] as const)
      : []),
    ["OpenAPI", `${config.origin}/api/openapi.json`],
  ];
  const lines = [
    "",
    `  ${name} พร้อมใช้งาน · is ready  (${seconds.toFixed(1)} s)`,
    "",
    ...places.map(([label, url]) => `  ${padded(label, 24)}${url}`),
  ];
  if (guests.length > 0)
    lines.push(
      "",
      `  บัญชีทดลอง · People to try it with   (รหัสผ่าน · password: ${guests[0]?.password})`,
      ...guests.map(
        ({ email, about, pin }) =>
          `  ${padded(email, 30)}${about}${pin === undefined ? "" : ` (PIN ${pin})`}`,
      ),
    );
  const totp = guests.find((guest) => guest.totp !== undefined)?.totp;
  if (totp !== undefined)
    lines.push(
      "",
      `  รหัสสองขั้นของเจ้าหน้าที่ · Second factor of staff: ${config.origin}/dev/mailbox`,
      `  หรือใส่คีย์นี้ในแอปยืนยันตัวตน · or an authenticator app with this key: ${totp}`,
    );
  lines.push("", "  หยุดด้วย Ctrl-C · Ctrl-C stops it", "");
  return lines.join("\n");
}

// Pads a text to a width on the screen. Thai vowels and tone marks above and below a letter need no width.
function padded(text: string, width: number): string {
  const shown = [...text.replaceAll(/\p{Mn}/gu, "")].length;
  return text + " ".repeat(Math.max(1, width - shown));
}
