import { ConsentBox } from "../../flow/widgets/consent-box.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** The documents that a new customer agrees to. */
export const PURPOSES = ["privacy", "terms", "publicity"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The texts of the consents: those of the sign-up. */
const TEXTS = "register:sign-up.create.consents";

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
      <legend>{words(`${TEXTS}.label`)}</legend>
      <div className="card">
        {purposes.map((purpose) => (
          <ConsentBox
            key={purpose}
            id={purpose}
            document={purpose}
            label={words(`${TEXTS}.${purpose}.label`)}
            hint={words(`${TEXTS}.${purpose}.hint`)}
            given={ticked[purpose] === true}
            bad={errors.has(purpose)}
            error={errors.has(purpose) ? words(`${TEXTS}.${purpose}.errors.const`) : null}
            onTick={(given) => onTick(purpose, given)}
          />
        ))}
      </div>
    </fieldset>
  );
}
