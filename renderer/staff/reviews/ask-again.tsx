import type { Review } from "../../kit/api/answers.ts";
import { TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import "./reviews.css";

import type { SentFields } from "./sent-fields.ts";

/** What is asked again, by its name, each with why; empty: the reason for all of it. */
export type Asked = { readonly [name: string]: string };

/** The items of a decision; one without a reason of its own has the common one. */
export function askedItems(asked: Asked, common: string): readonly { name: string; reason: string }[] {
  return Object.entries(asked).map(([name, reason]) => ({ name, reason: reason.trim() || common }));
}

/** Chooses what the investor is to answer again; everything else stands as it was sent in. */
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
