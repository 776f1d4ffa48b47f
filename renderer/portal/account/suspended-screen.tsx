import { Phone } from "lucide-react";
import { logOut } from "../../kit/api/session.ts";
import { PausedArt } from "../../kit/brand/art.tsx";
import { brandFacts } from "../../kit/brand/brand.ts";
import { Button, ButtonLink } from "../../kit/parts/button.tsx";
import { StillPage } from "../../kit/parts/pages.tsx";
import { Timeline } from "../../kit/parts/timeline.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** The page of a person whose account is locked. It says that their money is safe, and whom to call. */
export default function Suspended() {
  const words = useText();
  const { phone } = brandFacts();
  return (
    <StillPage title={words("common:suspended.title")} art={<PausedArt />}>
      <p className="mut">{words("common:suspended.text")}</p>
      <h2>{words("common:suspended.todo")}</h2>
      <Timeline
        of={[
          {
            key: "call",
            state: "now",
            title: words("common:suspended.call", { phone }),
            detail: words("common:suspended.callDetail"),
          },
          {
            key: "tell",
            state: "later",
            title: words("common:suspended.tell"),
            detail: words("common:suspended.tellDetail"),
          },
        ]}
      />
      <ButtonLink kind="main" wide href={`tel:${phone}`}>
        <Phone size={18} aria-hidden="true" /> {words("common:suspended.button", { phone })}
      </ButtonLink>
      <Button kind="plain" wide onClick={() => void logOut()}>
        {words("button:logOut")}
      </Button>
    </StillPage>
  );
}
