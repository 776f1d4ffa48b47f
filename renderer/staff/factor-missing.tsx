import { ButtonLink } from "../kit/parts/button.tsx";
import { useText } from "../kit/text/i18n.ts";

/** Replaces a staff page until the person has set up a second factor. */
export function FactorMissing() {
  const words = useText();
  return (
    <div className="screen narrowscreen">
      <h1 tabIndex={-1}>{words("staff:factor.missing.title")}</h1>
      <div className="card card--pad gap16">
        <p>{words("staff:factor.missing.text")}</p>
        <ol>
          {(["app", "mail", "codes"] as const).map((step) => (
            <li key={step}>{words(`staff:factor.missing.${step}`)}</li>
          ))}
        </ol>
        <ButtonLink kind="main" wide href="/flows/two-factor">
          {words("staff:factor.missing.go")}
        </ButtonLink>
      </div>
    </div>
  );
}
