import type { Block, Picture } from "./types.ts";

/** Function that finds a picture by its address. */
export type FindPicture = (src: string, alt: string) => Picture | null;

/**
 * Converts blocks to the text that editors type: paragraphs separated by empty lines; `## ` and `### `
 * headings; `- ` and `1. ` lists; `> ` quotes, which can end with `> — who`; a link `[text](address)` alone
 * on a line; a picture `![alt text](address)`, which can be followed by a line `*caption*`; tables of `|`
 * after a line `Table: what it shows`.
 */
export function textOfBlocks(blocks: readonly Block[]): string {
  return blocks.map(textOfBlock).join("\n\n");
}

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return block.text;
    case "heading":
      return `${"#".repeat(block.level)} ${block.text}`;
    case "list":
      return block.items.map((item, at) => `${block.ordered ? `${at + 1}.` : "-"} ${item}`).join("\n");
    case "quote":
      return `> ${block.text}${block.by === null ? "" : `\n> — ${block.by}`}`;
    case "image":
      return `![${block.picture.alt}](${block.picture.src})${block.caption === null ? "" : `\n*${block.caption}*`}`;
    case "link":
      return `[${block.text}](${block.href})`;
    case "table":
      return [
        `Table: ${block.caption}`,
        rowText(block.head),
        rowText(block.head.map(() => "---")),
        ...block.rows.map(rowText),
      ].join("\n");
  }
}

const rowText = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/**
 * Converts the text of the content editor to blocks. Keeps invalid references, such as an unknown picture,
 * which the validation rejects later.
 */
export function blocksOfText(text: string, findPicture: FindPicture): readonly unknown[] {
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n+/)
    .flatMap((part) => piecesOf(part.trim()))
    .filter((part) => part !== "")
    .map((part) => blockOf(part, findPicture));
}

/** Splits headings from the text around them, with or without an empty line in between. */
function piecesOf(part: string): readonly string[] {
  const [first = "", ...rest] = part.split("\n");
  return /^#{2,3} /.test(first) && rest.length > 0 ? [first, ...piecesOf(rest.join("\n"))] : [part];
}

function blockOf(part: string, findPicture: FindPicture): unknown {
  const lines = part.split("\n").map((line) => line.trim());
  const [first = ""] = lines;
  const heading = /^(#{2,3}) (.+)$/.exec(part);
  if (heading) return { kind: "heading", level: heading[1]?.length, text: heading[2] };
  if (lines.every((line) => /^[-*] /.test(line)))
    return { kind: "list", ordered: false, items: lines.map((line) => line.slice(2).trim()) };
  if (lines.every((line) => /^\d{1,3}\. /.test(line)))
    return { kind: "list", ordered: true, items: lines.map((line) => line.replace(/^\d+\. +/, "")) };
  if (lines.every((line) => line.startsWith(">"))) return quoteOf(lines.map((line) => line.slice(1).trim()));
  const picture = /^!\[([^\]]*)\]\(([^)\s]+)\)$/.exec(first);
  if (picture) {
    const caption = /^\*(.+)\*$/.exec(lines[1] ?? "")?.[1] ?? null;
    const [, alt = "", src = ""] = picture;
    return { kind: "image", picture: findPicture(src, alt) ?? { src }, caption };
  }
  const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part);
  if (link) return { kind: "link", text: link[1], href: link[2] };
  if (/^Table: /.test(first) && lines[1]?.startsWith("|"))
    return tableOf(first.slice("Table: ".length), lines.slice(1));
  return { kind: "paragraph", text: lines.join("\n") };
}

function quoteOf(lines: readonly string[]): unknown {
  const last = lines.at(-1) ?? "";
  const by = lines.length > 1 && last.startsWith("—") ? last.slice(1).trim() : null;
  return { kind: "quote", text: (by === null ? lines : lines.slice(0, -1)).join("\n"), by };
}

function tableOf(caption: string, lines: readonly string[]): unknown {
  const cells = (line: string) =>
    line
      .replace(/^\|/, "")
      .replace(/\|$/, "")
      .split("|")
      .map((cell) => cell.trim());
  const [head = [], ...rows] = lines.map(cells);
  return {
    kind: "table",
    caption,
    head,
    rows: rows.filter((row) => !row.every((cell) => /^:?-{3,}:?$/.test(cell))),
  };
}
