import { useFlag } from "../api/flags.ts";
import { toast } from "../api/toast-store.ts";
import { switchLanguage, useLanguage, useText } from "../text/i18n.ts";

/**
 * Changes to the other language; its own name stands on it, so that it is found by who cannot read this one.
 * Gone where the switch `multiple-languages` is off.
 */
export function LanguageSwitch() {
  const words = useText();
  const several = useFlag("multiple-languages");
  const other = useLanguage() === "th" ? "en" : "th";
  const change = () => {
    switchLanguage(other).catch(() => toast({ tone: "warn", text: words("common:offline.call") }));
  };
  if (!several) return null;
  return (
    <button type="button" className="lang" lang={other} onClick={change}>
      {other === "en" ? "English" : "ไทย"}
    </button>
  );
}
