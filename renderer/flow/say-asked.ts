import { fieldsOf } from "../../engine/flow/form-schema.ts";
import type { Definition } from "../../engine/flow/index.ts";
import type { View } from "../kit/api/answers.ts";
import { toast } from "../kit/api/toast-store.ts";
import { formatList } from "../kit/text/format.ts";
import { language, t } from "../kit/text/i18n.ts";
import { labelOf } from "./show-value.ts";

type Seen = { readonly definition: Definition; readonly view: View };

/**
 * Reports which questions are new when a newer version of the flow sends the person from a later screen back
 * to a form.
 */
export function sayAsked(before: Seen, after: Seen): void {
  const { at, hash } = after.view;
  if (hash === before.view.hash || at.kind !== "form" || at.step === before.view.at.step) return;
  const known = new Set(namesIn(before.definition, at.step));
  const fresh = namesIn(after.definition, at.step).filter((name) => !known.has(name));
  if (fresh.length === 0) return;
  const labels = fresh.map((name) => labelOf(after.definition, `answers.${at.step}.${name}`));
  const text = t("common:flow.asked", { questions: formatList(labels, language()) });
  toast({ id: "asked", tone: "warn", text });
}

function namesIn({ schemas }: Definition, step: string): readonly string[] {
  return fieldsOf(schemas[step] ?? {}).map(({ name }) => name);
}
