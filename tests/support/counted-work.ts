/** Work that a function has done, counted from outside. */
export type Work = {
  /** Number of properties and names that the function read. */
  reads: number;
  /** Number of characters that the function joined. */
  characters: number;
  /** Number of items of lists that the function joined. */
  items: number;
};

/**
 * Runs `act` with a copy of `given`. Counts every read of the copy, and the lists and texts that `act` builds
 * from it. Works on plain objects and lists; other values are passed unchanged.
 */
export function countWork<Given>(given: Given, act: (given: Given) => void): Work {
  const work: Work = { reads: 0, characters: 0, items: 0 };
  const { join, concat } = Array.prototype;
  Array.prototype.join = function (this: unknown[], separator?: string) {
    const text = join.call(this, separator);
    work.characters += text.length;
    return text;
  };
  Array.prototype.concat = function (this: unknown[], ...lists: unknown[]) {
    const list = concat.apply(this, lists) as unknown[];
    work.items += list.length;
    return list;
  } as typeof concat;
  try {
    act(counting(given, work));
  } finally {
    Array.prototype.join = join;
    Array.prototype.concat = concat;
  }
  return work;
}

function counting<Value>(value: Value, work: Work): Value {
  if (!isPlain(value)) return value;
  const known = new Map<PropertyKey, unknown>();
  return new Proxy(value, {
    get: (target, name) => {
      work.reads += 1;
      const found = Reflect.get(target, name) as unknown;
      if (!isPlain(found)) return found;
      const counted = known.get(name) ?? counting(found, work);
      known.set(name, counted);
      return counted;
    },
    has: (target, name) => {
      work.reads += 1;
      return Reflect.has(target, name);
    },
    getOwnPropertyDescriptor: (target, name) => {
      work.reads += 1;
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    ownKeys: (target) => {
      work.reads += 1;
      return Reflect.ownKeys(target);
    },
  });
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
