/** What a file of a flow is to people who change flows. */
export type FileGroup = "flowFile" | "rules" | "schemas" | "texts";

/** The kind of a file, by its path. */
export function groupOf(path: string): FileGroup {
  if (path.endsWith("/flow.json")) return "flowFile";
  if (path.includes("/rules/")) return "rules";
  return path.startsWith("schemas/") ? "schemas" : "texts";
}

const ORDER: readonly FileGroup[] = ["flowFile", "rules", "schemas", "texts"];

/** Files of a flow that a person may propose to change, the flow first, texts last. The server judges by itself. */
export function proposableFiles(paths: readonly string[], flow: string): readonly string[] {
  const mine = [`flows/${flow}/flow.json`, `flows/${flow}/rules/`, "flows/shared/rules/", `schemas/${flow}/`];
  return paths
    .filter((path) => [...mine, "schemas/common/", "locales/"].some((start) => path.startsWith(start)))
    .sort(
      (one, other) => ORDER.indexOf(groupOf(one)) - ORDER.indexOf(groupOf(other)) || one.localeCompare(other),
    );
}

/** Why a text is no JSON; `null` where it is. */
export function jsonFault(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
