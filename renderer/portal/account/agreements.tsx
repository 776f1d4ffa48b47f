import { useState } from "react";
import { LegalText, useLegal } from "../../flow/widgets/legal-text.tsx";
import { Button } from "../../kit/parts/button.tsx";
import { FieldError } from "../../kit/parts/fields.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** The documents that a new customer agrees to. */
export const PURPOSES = ["privacy", "terms", "publicity"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The ticked documents; initially none. */
export type Ticked = Readonly<Partial<Record<Purpose, boolean>>>;

/** Separate unticked consents, each with its text behind a link; `errors` lists the missing ones. */
export function Agreements({
  purposes = PURPOSES,
  ticked,
  errors,
  onTick,
}: {
  readonly purposes?: readonly Purpose[];
  readonly ticked: Ticked;
  readonly errors: ReadonlySet<string>;
  readonly onTick: (purpose: Purpose, given: boolean) => void;
}) {
  const words = useText();
  return (
    <fieldset className="field consents" id="consents" tabIndex={-1}>
      <legend>{words("register:sign-up.create.consents.label")}</legend>
      <div className="card">
        {purposes.map((purpose) => (
          <Agreement
            key={purpose}
            purpose={purpose}
            given={ticked[purpose] === true}
            missing={errors.has(purpose)}
            onTick={(given) => onTick(purpose, given)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Agreement({
  purpose,
  given,
  missing,
  onTick,
}: {
  readonly purpose: Purpose;
  readonly given: boolean;
  readonly missing: boolean;
  readonly onTick: (given: boolean) => void;
}) {
  const words = useText();
  const [open, setOpen] = useState(false);
  const { title } = useLegal(purpose);
  const at = `register:sign-up.create.consents.${purpose}`;
  return (
    <div className={missing ? "consent bad" : "consent"}>
      <input
        id={purpose}
        type="checkbox"
        checked={given}
        aria-invalid={missing || undefined}
        aria-describedby={missing ? `${purpose}-error` : undefined}
        onChange={(event) => onTick(event.target.checked)}
      />
      <div>
        <label htmlFor={purpose}>{words(`${at}.label`)}</label>
        <div>
          <button type="button" className="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {words(`${at}.hint`)}
            <span className="sr">: {words(`${at}.label`)}</span>
          </button>
        </div>
        <FieldError id={purpose} error={missing ? words(`${at}.errors.const`) : null} />
      </div>
      {open ? (
        <Sheet
          title={title}
          onClose={() => setOpen(false)}
          footer={
            <Button kind="soft" wide onClick={() => setOpen(false)}>
              {words("button:close")}
            </Button>
          }
        >
          <LegalText document={purpose} />
        </Sheet>
      ) : null}
    </div>
  );
}
