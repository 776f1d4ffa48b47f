/** Closes a `switch` over a union. The compiler rejects the call while a case is missing. */
export function unreachable(value: never, where: string): never {
  throw new Error(`${where}: unexpected value ${JSON.stringify(value)}`);
}
