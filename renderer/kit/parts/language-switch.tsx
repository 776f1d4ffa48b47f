import { useFlag } from "../api/flags.ts";
import { toast } from "../api/toast-store.ts";
import { switchLanguage, useLanguage, useText } from "../text/i18n.ts";

/**
 * Switches to the other language. It shows that language's own name, for people who cannot read the current one. Hidden
 * if the switch `multiple-languages` is off.
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
