import { LostArt } from "../brand/art.tsx";
import { ButtonLink } from "../parts/button.tsx";
import { StillPage } from "../shell/pages.tsx";
import { useText } from "../text/i18n.ts";

/** An address that leads nowhere. */
export default function NotFound() {
  const words = useText();
  return (
    <StillPage title={words("common:notFound.title")} art={<LostArt />}>
      <p className="mut">{words("common:notFound.text")}</p>
      <ButtonLink kind="main" wide href="/">
        {words("button:home")}
      </ButtonLink>
    </StillPage>
  );
}
