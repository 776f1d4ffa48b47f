/** Where a finding can be mended: the step, the field and the rule that its file and pointer lead to, as far as they do. */
export type FindingSpot = { readonly step?: string; readonly field?: string; readonly rule?: string };

/** Reads the place of a finding from its file and pointer. `steps` are those that the flow has. */
export function placeOfFinding(
  { file, pointer }: { readonly file: string; readonly pointer: string },
  of: { readonly flow: string; readonly steps: readonly string[]; readonly texts: string },
): FindingSpot {
  const parts = pointer.split("/").slice(1).map(unescaped);
  const rule = /^flows\/[^/]+\/rules\/(.+)\.json$/.exec(file)?.[1];
  if (rule !== undefined) return { rule };
  if (file === `flows/${of.flow}/flow.json`) {
    const [root, step, part, field] = parts;
    if (root !== "steps" || step === undefined) return {};
    const isField = part === "ui" || part === "prefill";
    return isField && field !== undefined ? { step, field } : { step };
  }
  const form = new RegExp(`^schemas/${of.flow}/(.+)\\.json$`).exec(file)?.[1];
  if (form !== undefined) {
    const at = parts.lastIndexOf("properties");
    const field = at < 0 ? undefined : parts[at + 1];
    return field === undefined ? { step: form } : { step: form, field };
  }
  if (file === `locales/th/${of.texts}.json` || file === `locales/en/${of.texts}.json`) {
    const [flow, step, field] = parts;
    if (flow !== of.flow || step === undefined || !of.steps.includes(step)) return {};
    const isPart =
      field === undefined || /^(title|intro|submit|inAll|next|links|headings|errors)$/.test(field);
    return isPart ? { step } : { step, field };
  }
  return {};
}

function unescaped(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
