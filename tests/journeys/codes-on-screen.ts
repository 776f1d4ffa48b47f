/**
 * Patterns of codes that no screen of operations or compliance may show: text keys, paths of values,
 * pointers, file names, error codes and hashes. The parts that `ALLOWED` selects are removed before the
 * search.
 */
const CODES: readonly RegExp[] = [
  // A key of a text: about:contact-back.contact.title
  /\b[a-z][a-z-]*:[a-z][\w-]*(?:\.[\w-]+)+/,
  // A path of a value: answers.contact.phone
  /\b(?:answers|facts|effects|derived|flags|warning|studio|definition)\.[a-z]\w*/,
  /\/(?:steps|properties|must|rules|cases|derived)\/[\w-]+/,
  /\b[\w-]+\.(?:json|ts)\b/,
  /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/,
  /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,}\b/,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/,
  /\b[a-z]{2,}[A-Z][a-z]+[A-Za-z]*\b/,
  /\bundefined\b|\bNaN\b|\[object /,
];

/**
 * Selector for marked parts that show a code on purpose: evidence to compare, a command to copy, typed input.
 */
export const ALLOWED = "[data-code], code, pre, textarea, input, del, ins";

/** Addresses of pages for experts, who edit files there. */
export const EXPERT = ["/staff/definitions/propose"];

/** Returns the codes found in a text. */
export function codesIn(text: string): readonly string[] {
  return text
    .replaceAll("\u2060", "")
    .split("\n")
    .flatMap((line) => CODES.flatMap((code) => (code.test(line) ? [line.trim()] : [])));
}
