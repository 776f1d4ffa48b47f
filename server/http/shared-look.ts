/**
 * Returns a function that runs `look` at most once per `ms`. Further calls within that time get the last
 * result.
 */
export function sharedLook<Value>(ms: number, look: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly at: number; readonly value: Promise<Value> } | null = null;
  return () => {
    const at = performance.now();
    if (last === null || at - last.at >= ms) last = { at, value: look() };
    return last.value;
  };
}
