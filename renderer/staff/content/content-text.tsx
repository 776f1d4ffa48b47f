import { DEFAULT_LANGUAGE, LANGUAGES } from "../../../engine/values/languages.ts";
import type { ContentDeskItem } from "../../kit/api/answers.ts";
import { useText } from "../../kit/text/i18n.ts";
import { labelOfField, shownValue } from "./content-words.ts";

/** The published version of an item, folded unless `open`. */
export function PublishedText({
  item,
  open = false,
}: {
  readonly item: ContentDeskItem;
  readonly open?: boolean;
}) {
  const words = useText();
  return (
    <details open={open}>
      <summary>{words("staff:content.published")}</summary>
      <ContentText fields={item.fields} of={item.published} />
    </details>
  );
}

/** The fields of one version in both languages. */
export function ContentText({
  fields,
  of,
}: {
  readonly fields: ContentDeskItem["fields"];
  readonly of: ContentDeskItem["published"];
}) {
  const words = useText();
  return (
    <dl className="contentpairs">
      {fields.map((field) => (
        <div key={field.pointer}>
          <dt>{labelOfField(field.pointer, words)}</dt>
          {(field.shared ? [DEFAULT_LANGUAGE] : LANGUAGES).map((lng) => (
            <dd key={lng} lang={lng} className="prewrap">
              {shownValue(field, of[lng]?.[field.pointer] ?? "", words) || "–"}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
