import { type Language, languageFacts, otherLanguages } from "../../../engine/values/languages.ts";
import { useFlag } from "../api/flags.ts";
import { toast } from "../api/toast-store.ts";
import { switchLanguage, useLanguage, useText } from "../text/i18n.ts";

/**
 * A button that switches to the other language. It shows that language's own name, so that people who cannot
 * read the current language find it. It is hidden if the switch `multiple-languages` is off.
 */
export function LanguageSwitch() {
  const words = useText();
  const several = useFlag("multiple-languages");
  const others = otherLanguages(useLanguage());
  const change = (other: Language) => {
    switchLanguage(other).catch(() => toast({ tone: "warn", text: words("common:offline.call") }));
  };
  if (!several) return null;
  return others.map((other) => (
    <button key={other} type="button" className="lang" lang={other} onClick={() => change(other)}>
      {languageFacts(other).name}
    </button>
  ));
}
