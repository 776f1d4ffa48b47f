/**
 * Creates a limit on parallel work, in total and per name. The returned function takes a place and returns a
 * function that frees it again. It returns `null` without waiting if no place is free.
 */
export function places(most: {
  readonly each: number;
  readonly all: number;
}): (name: string) => (() => void) | null {
  const taken = new Map<string, number>();
  let inAll = 0;
  return (name) => {
    const here = taken.get(name) ?? 0;
    if (here >= most.each || inAll >= most.all) return null;
    taken.set(name, here + 1);
    inAll += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      inAll -= 1;
      const now = (taken.get(name) ?? 1) - 1;
      if (now === 0) taken.delete(name);
      else taken.set(name, now);
    };
  };
}
