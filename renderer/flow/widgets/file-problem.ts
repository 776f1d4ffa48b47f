/** Largest file, in bytes; the server has the last word. */
export const MOST_BYTES = 10 * 1024 * 1024;

/** What is wrong with a file before it is sent; `null` where nothing is. */
export function problemOf(
  file: { readonly type: string; readonly size: number },
  accept: string,
): "tooLarge" | "wrongType" | "emptyFile" | null {
  if (file.size === 0) return "emptyFile";
  if (file.size > MOST_BYTES) return "tooLarge";
  // Some phones name no type; the server looks into the content anyway.
  return file.type === "" || accept.split(",").includes(file.type) ? null : "wrongType";
}
