import type { Language } from "../../../engine/values/languages.ts";
import { openPaper } from "./paper.ts";

/** A part of a document: its heading, then pairs of label and value, then paragraphs. */
export type Section = {
  readonly heading: string;
  readonly pairs?: readonly { readonly label: string; readonly value: string }[];
  readonly paragraphs?: readonly string[];
};

/** Renders a PDF of headings with pairs and paragraphs. `foot` returns the footer of each page. */
export async function sectionsFile({
  intro,
  sections,
  foot,
  ...about
}: {
  readonly title: string;
  readonly author: string;
  readonly language: Language;
  readonly at: Date;
  readonly intro: readonly string[];
  readonly sections: readonly Section[];
  readonly foot: (page: number, pages: number) => string;
}): Promise<Buffer> {
  const paper = openPaper(about);
  paper.title(about.title);
  intro.forEach((text, at) => {
    paper.paragraph(text, { quiet: at > 0 });
  });
  for (const { heading, pairs = [], paragraphs = [] } of sections) {
    paper.heading(heading);
    if (pairs.length > 0) paper.pairs(pairs);
    for (const text of paragraphs)
      for (const line of text.split("\n")) if (line !== "") paper.paragraph(line);
  }
  return await paper.end(foot);
}
