/**
 * Returns true if a text can be an e-mail address. The text has one `@`. Before the `@` are at most 64 plain
 * characters, without a dot at either end. After the `@` is a host with at least one dot; the labels of the
 * host are letters, digits and inner dashes. Only a message sent to the address can verify that the address
 * belongs to the person.
 */
export function isEmail(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.indexOf("@");
  if (at < 1 || at > 64 || at !== text.lastIndexOf("@")) return false;
  const local = text.slice(0, at);
  if (!/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+$/.test(local)) return false;
  if (local.startsWith(".") || local.endsWith(".") || local.includes("..")) return false;
  const labels = text.slice(at + 1).split(".");
  return labels.length >= 2 && labels.every(isHostLabel) && /[A-Za-z]/.test(labels.at(-1) ?? "");
}

function isHostLabel(label: string): boolean {
  return label.length >= 1 && label.length <= 63 && /^[A-Za-z0-9-]+$/.test(label) && !/^-|-$/.test(label);
}
