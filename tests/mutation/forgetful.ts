type Held = { forget: () => void };

const held: Held[] = [];

/**
 * Tracks every `WeakMap` that a module creates while it loads. Such a map is a cache, and one trial must not
 * read the results of another.
 */
export async function whileForgetting<Value>(load: () => Promise<Value>): Promise<Value> {
  const Usual = globalThis.WeakMap;
  globalThis.WeakMap = class<Key extends WeakKey, Kept> implements WeakMap<Key, Kept> {
    readonly [Symbol.toStringTag] = "WeakMap";
    #kept = new Usual<Key, Kept>();
    constructor() {
      held.push({ forget: () => this.forget() });
    }
    forget(): void {
      this.#kept = new Usual();
    }
    get(key: Key): Kept | undefined {
      return this.#kept.get(key);
    }
    has(key: Key): boolean {
      return this.#kept.has(key);
    }
    set(key: Key, value: Kept): this {
      this.#kept.set(key, value);
      return this;
    }
    delete(key: Key): boolean {
      return this.#kept.delete(key);
    }
  };
  try {
    return await load();
  } finally {
    globalThis.WeakMap = Usual;
  }
}

/** Empties every tracked cache. */
export function forgetAll(): void {
  for (const one of held) one.forget();
}
