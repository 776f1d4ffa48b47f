import type { Review } from "../../kit/api/answers.ts";
import { TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import "./reviews.css";

import type { SentFields } from "./sent-fields.ts";

/**
 * Reasons for the items that the investor must send again, by item name. If an item's reason is empty, the
 * reason for all items applies.
 */
export type Asked = { readonly [name: string]: string };

/**
 * Returns the items that the investor must send again. Items without a reason of their own get the reason for
 * all items.
 */
export function askedItems(asked: Asked, common: string): readonly { name: string; reason: string }[] {
  return Object.entries(asked).map(([name, reason]) => ({ name, reason: reason.trim() || common }));
}

/**
 * A field to choose the items that the investor must send again. Unchosen items remain accepted as they are.
 */
export function AskAgain({
  of,
  fields,
  asked,
  onAsked,
}: {
  readonly of: Review;
  readonly fields: SentFields;
  readonly asked: Asked;
  readonly onAsked: (asked: Asked) => void;
}) {
  const words = useText();
  const names = [
    ...of.documents.map(({ kind }) => kind),
    "nationalId",
    ...Object.keys(of.identity ?? {}).filter((name) => name !== "nationalIdEnd"),
    ...(of.bank === null ? [] : ["accountNumber", "accountName"]),
  ];
  return (
    <details>
      <summary>{words("staff:review.askItems")}</summary>
      <ul className="checklist">
        {names.map((name) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={name in asked}
                onChange={({ target }) => {
                  const { [name]: _, ...others } = asked;
                  onAsked(target.checked ? { ...asked, [name]: "" } : others);
                }}
              />{" "}
              {fields.label(name)}
            </label>
            {name in asked ? (
              <TextField
                id={`why-${name}`}
                label={`${words("staff:review.reason")}: ${fields.label(name)}`}
                labelHidden
                maxLength={1000}
                placeholder={words("staff:review.reason")}
                value={asked[name]}
                onValue={(reason) => onAsked({ ...asked, [name]: reason })}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
