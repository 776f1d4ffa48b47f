import { ConsentBox } from "../../flow/widgets/consent-box.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** The documents that a new customer agrees to. */
export const PURPOSES = ["privacy", "terms", "publicity"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Namespace of the consent texts. The sign-up uses the same texts. */
const TEXTS = "register:sign-up.create.consents";

/** The documents that the person has ticked; initially empty. */
export type Ticked = Readonly<Partial<Record<Purpose, boolean>>>;

/**
 * Separate consents, initially unticked, each with a link to its text. `errors` lists the missing consents.
 */
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
