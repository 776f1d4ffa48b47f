import type { Words } from "../words/index.ts";

/** A chapter of the rule book: one flow, rules of several flows, rules of no flow, or assumptions. */
export type Chapter<Page> = {
  readonly id: string;
  /** Title of the flow; `null` for chapters that are not about one flow. */
  readonly title: Words | null;
  readonly pages: readonly Page[];
};

type Chaptered = {
  readonly kind: string;
  readonly uses: readonly { readonly flow: string; readonly title: Words }[];
};

/**
 * Ids of the chapters that are not about one flow. `SHARED`: rules of several flows. `UNUSED`: rules that no
 * flow uses. The ids also determine the position of these chapters.
 */
export const SHARED = "shared";
export const UNUSED = "unused";
export const ASSUMPTIONS = "assumptions";

/**
 * Groups the pages of a rule book by chapter: rules of several flows, then flow by flow, then rules that no
 * flow uses.
 */
export function chaptersOf<Page extends Chaptered>(pages: readonly Page[]): readonly Chapter<Page>[] {
  const chapters = new Map<string, { readonly title: Words | null; readonly pages: Page[] }>();
  for (const page of pages) {
    const { id, title } = chapterOf(page);
    const chapter = chapters.get(id) ?? { title, pages: [] };
    chapter.pages.push(page);
    chapters.set(id, chapter);
  }
  const rank = (id: string): number => [SHARED, "", UNUSED, ASSUMPTIONS].indexOf(isOther(id) ? id : "");
  return [...chapters]
    .map(([id, chapter]) => ({ id, ...chapter }))
    .sort((left, right) => rank(left.id) - rank(right.id));
}

function chapterOf({ kind, uses }: Chaptered): { readonly id: string; readonly title: Words | null } {
  const [first] = uses;
  if (kind === "assumption") return { id: ASSUMPTIONS, title: null };
  if (first === undefined) return { id: UNUSED, title: null };
  return uses.length > 1 ? { id: SHARED, title: null } : { id: first.flow, title: first.title };
}

function isOther(id: string): boolean {
  return id === SHARED || id === UNUSED || id === ASSUMPTIONS;
}
