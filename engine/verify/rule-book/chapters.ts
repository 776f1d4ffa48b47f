import type { Words } from "../words/index.ts";

/** What a chapter is about: one flow, rules of several flows, rules of none, or what the portal vouches for. */
export type Chapter<Page> = {
  readonly id: string;
  /** Title of the flow; `null` for the chapters that are no flow. */
  readonly title: Words | null;
  readonly pages: readonly Page[];
};

type Chaptered = {
  readonly kind: string;
  readonly uses: readonly { readonly flow: string; readonly title: Words }[];
};

/** Ids of the chapters that are no flow, and where they stand. */
export const SHARED = "shared";
export const UNUSED = "unused";
export const ASSUMPTIONS = "assumptions";

/** The pages of a rule book by chapter: what several flows use, then flow by flow, then what no flow uses. */
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
