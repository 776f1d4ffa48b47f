/**
 * Pairs items with React keys made of their names. Equal names are numbered in their order, so that a list may contain
 * the same item twice and every key stays unique.
 */
export function keyed<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): readonly { readonly key: string; readonly item: Item }[] {
  const times = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const before = times.get(name) ?? 0;
    times.set(name, before + 1);
    return { key: `${before} ${name}`, item };
  });
}
