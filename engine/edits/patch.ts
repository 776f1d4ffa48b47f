import { fail, ok, type Result } from "../values/result.ts";

/** A file of a patch, with its text before and after. `null` means that the file does not exist. */
export type PatchedFile = {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
};

/** Number of unchanged lines around a change, as in git. */
const CONTEXT = 3;
/**
 * Maximum number of line comparisons. A larger change is written as one piece, from the first changed line to
 * the last.
 */
const MOST = 4_000_000;

/** Returns a git patch of the files, or an empty text if nothing changes. */
export function patchOf(files: readonly PatchedFile[]): string {
  return files
    .filter(({ before, after }) => before !== after)
    .map(({ path, before, after }) => {
      const head = [`diff --git a/${path} b/${path}`];
      if (before === null) head.push("new file mode 100644");
      if (after === null) head.push("deleted file mode 100644");
      head.push(`--- ${before === null ? "/dev/null" : `a/${path}`}`);
      head.push(`+++ ${after === null ? "/dev/null" : `b/${path}`}`);
      return `${head.join("\n")}\n${hunksOf(before ?? "", after ?? "")}`;
    })
    .join("");
}

type Line = { readonly sign: " " | "-" | "+"; readonly text: string };

function hunksOf(before: string, after: string): string {
  const lines = linesBetween(linesOf(before), linesOf(after));
  const changed = lines.flatMap(({ sign }, at) => (sign === " " ? [] : [at]));
  let text = "";
  for (let index = 0; index < changed.length; ) {
    const from = Math.max(0, (changed[index] as number) - CONTEXT);
    let end = changed[index] as number;
    while (index < changed.length && (changed[index] as number) <= end + 2 * CONTEXT + 1)
      end = changed[index++] as number;
    const hunk = lines.slice(from, end + CONTEXT + 1);
    const count = (sign: "-" | "+", some: readonly Line[]) =>
      some.filter((line) => line.sign === " " || line.sign === sign).length;
    const place = (sign: "-" | "+") => {
      const size = count(sign, hunk);
      return `${count(sign, lines.slice(0, from)) + (size === 0 ? 0 : 1)},${size}`;
    };
    text += `@@ -${place("-")} +${place("+")} @@\n`;
    for (const { sign, text: line } of hunk)
      text += line.endsWith("\n") ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`;
  }
  return text;
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Returns unchanged, removed and added lines, from a longest common subsequence. */
function linesBetween(before: readonly string[], after: readonly string[]): readonly Line[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const old = before.slice(head, before.length - tail);
  const now = after.slice(head, after.length - tail);
  const kept = (lines: readonly string[]): Line[] => lines.map((text) => ({ sign: " ", text }));
  return [...kept(before.slice(0, head)), ...inside(old, now), ...kept(before.slice(before.length - tail))];
}

function inside(old: readonly string[], now: readonly string[]): readonly Line[] {
  const gone = (lines: readonly string[]): Line[] => lines.map((text) => ({ sign: "-", text }));
  const come = (lines: readonly string[]): Line[] => lines.map((text) => ({ sign: "+", text }));
  if (old.length * now.length > MOST) return [...gone(old), ...come(now)];
  const width = now.length + 1;
  const longest = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        old[i] === now[j]
          ? (longest[(i + 1) * width + j + 1] as number) + 1
          : Math.max(longest[(i + 1) * width + j] as number, longest[i * width + j + 1] as number);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      lines.push({ sign: " ", text: old[i++] as string });
      j += 1;
    } else if ((longest[(i + 1) * width + j] as number) >= (longest[i * width + j + 1] as number))
      lines.push({ sign: "-", text: old[i++] as string });
    else lines.push({ sign: "+", text: now[j++] as string });
  }
  return [...lines, ...gone(old.slice(i)), ...come(now.slice(j))];
}

/**
 * Why a patch does not apply. `no-patch`: the text is not a patch. `does-not-fit`: the file differs from a
 * line in the patch.
 */
export type PatchFault = { readonly code: "no-patch" | "does-not-fit"; readonly path: string };

/** Returns the files after a patch. Every old line in the patch must equal the line in the file. */
export function patched(
  patch: string,
  textOf: (path: string) => string | null,
): Result<readonly PatchedFile[], PatchFault> {
  const parts = patch
    .replaceAll("\r\n", "\n")
    .split(/^(?=--- (?:a\/|\/dev\/null))/m)
    .filter((part) => part.startsWith("--- "));
  if (parts.length === 0) return fail({ code: "no-patch", path: "" });
  const files: PatchedFile[] = [];
  for (const part of parts) {
    const [, from = "", to = ""] = /^--- (\S+)[^\n]*\n\+\+\+ (\S+)/.exec(part) ?? [];
    const path = (to === "/dev/null" ? from : to).replace(/^[ab]\//, "");
    if (path === "" || to === "") return fail({ code: "no-patch", path });
    const before = from === "/dev/null" ? null : textOf(path);
    if ((from === "/dev/null") !== (textOf(path) === null)) return fail({ code: "does-not-fit", path });
    const after = appliedTo(before ?? "", part);
    if (after === null || (to === "/dev/null" && after !== "")) return fail({ code: "does-not-fit", path });
    files.push({ path, before, after: to === "/dev/null" ? null : after });
  }
  return ok(files);
}

function appliedTo(text: string, part: string): string | null {
  const lines = linesOf(text);
  const next: string[] = [];
  let at = 0;
  for (const hunk of part.split(/^(?=@@ )/m).slice(1)) {
    const [, from, size = "1"] = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/.exec(hunk) ?? [];
    if (from === undefined) return null;
    const start = Number(from) - (Number(size) === 0 ? 0 : 1);
    if (start < at || start > lines.length) return null;
    next.push(...lines.slice(at, start));
    at = start;
    const body = hunk.slice(hunk.indexOf("\n") + 1).match(/[^\n]*\n|[^\n]+$/g) ?? [];
    let left = { old: Number(size) };
    for (const [index, raw] of body.entries()) {
      const isBare = body[index + 1]?.startsWith("\\") === true;
      const line = isBare ? raw.slice(1).replace(/\n$/, "") : raw.slice(1);
      if (raw.startsWith("+")) next.push(line);
      else if ((raw.startsWith(" ") || raw.startsWith("-")) && left.old > 0) {
        if (lines[at] !== line) return null;
        if (raw.startsWith(" ")) next.push(line);
        at += 1;
        left = { old: left.old - 1 };
      }
    }
    if (left.old > 0) return null;
  }
  return [...next, ...lines.slice(at)].join("");
}
