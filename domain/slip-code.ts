import { fail, ok, type Result } from "../engine/values/result.ts";
import { emvFields, emvText, hasCrc, withCrc } from "./emv-code.ts";

/**
 * The content of the small QR code on a transfer slip: the sending bank and its reference. The code contains
 * no amount and no time.
 */
export type SlipCode = { readonly bank: string; readonly reference: string };

/**
 * The reason why a slip code cannot be read. `not-a-slip`: it is another kind of code. `checksum`: the slip
 * code is damaged or was changed by hand.
 */
export type SlipCodeFault = { readonly code: "not-a-slip" | "checksum" };

const SLIP_CHECK = "000001";

/**
 * Reads the code of a slip. Source: mini QR of the Thai banks' slip verification, fields 00 (00 kind, 01
 * bank, 02 reference), 51 country, 91 CRC.
 */
export function readSlipCode(text: string): Result<SlipCode, SlipCodeFault> {
  const fields = emvFields(text);
  const inner = fields.ok ? emvFields(fields.value.get("00") ?? "") : fields;
  if (!fields.ok || !inner.ok || inner.value.get("00") !== SLIP_CHECK || fields.value.get("51") !== "TH")
    return fail({ code: "not-a-slip" });
  const bank = inner.value.get("01") ?? "";
  const reference = inner.value.get("02") ?? "";
  if (!/^\d{3}$/.test(bank) || !isSlipReference(reference)) return fail({ code: "not-a-slip" });
  return hasCrc(text, "91") ? ok({ bank, reference }) : fail({ code: "checksum" });
}

/** Writes the code of a slip. Only the sandbox and tests use this function. */
export function slipCodeText({ bank, reference }: SlipCode): string {
  const inner = emvText([
    ["00", SLIP_CHECK],
    ["01", bank],
    ["02", reference],
  ]);
  return withCrc(
    emvText([
      ["00", inner],
      ["51", "TH"],
    ]),
    "91",
  );
}

/** Returns true if a text is a possible transfer reference of a bank. */
export function isSlipReference(text: string): boolean {
  return /^[A-Za-z0-9]{6,25}$/.test(text);
}
