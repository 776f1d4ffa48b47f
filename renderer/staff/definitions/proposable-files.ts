/** The kinds of files in a flow's definition. */
export type FileGroup = "flowFile" | "rules" | "schemas" | "texts";

/** Returns the kind of a file from its path. */
export function groupOf(path: string): FileGroup {
  if (path.endsWith("/flow.json")) return "flowFile";
  if (path.includes("/rules/")) return "rules";
  return path.startsWith("schemas/") ? "schemas" : "texts";
}

const ORDER: readonly FileGroup[] = ["flowFile", "rules", "schemas", "texts"];

/**
 * Returns the files of a flow that may be changed: the flow's own file first, texts last. The server checks
 * the list again.
 */
export function proposableFiles(paths: readonly string[], flow: string): readonly string[] {
  const mine = [`flows/${flow}/flow.json`, `flows/${flow}/rules/`, "flows/shared/rules/", `schemas/${flow}/`];
  return paths
    .filter((path) => [...mine, "schemas/common/", "locales/"].some((start) => path.startsWith(start)))
    .sort(
      (one, other) => ORDER.indexOf(groupOf(one)) - ORDER.indexOf(groupOf(other)) || one.localeCompare(other),
    );
}

/** Returns the reason why a text is not valid JSON; `null` if it is valid. */
export function jsonFault(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
