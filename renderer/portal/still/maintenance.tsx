import { MessageCircle, RotateCcw } from "lucide-react";
import { otherLanguages } from "../../../engine/values/languages.ts";
import { checkMaintenance } from "../../kit/api/maintenance.ts";
import { RepairArt } from "../../kit/brand/art.tsx";
import { brandFacts } from "../../kit/brand/brand.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { StillPage } from "../../kit/parts/pages.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";

/** Replaces the page during maintenance. It shows an apology in both languages, and a contact. */
export default function Maintenance({ text }: { readonly text: string | null }) {
  const words = useText();
  const [other] = otherLanguages(useLanguage());
  const { chat } = brandFacts();
  return (
    <StillPage title={words("common:maintenance.title")} art={<RepairArt />}>
      <p>{words("common:maintenance.safe")}</p>
      <p className="mut" lang={other}>
        {words("common:maintenance.other")}
      </p>
      {text ? <Note>{text}</Note> : null}
      <Button kind="main" wide onClick={() => void checkMaintenance()}>
        <RotateCcw size={18} aria-hidden="true" /> {words("button:retry")}
      </Button>
      <p className="btn btn--line">
        <MessageCircle size={18} aria-hidden="true" /> {words("common:maintenance.chat", { chat })}
      </p>
    </StillPage>
  );
}
