import { LostArt } from "../../kit/brand/art.tsx";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { StillPage } from "../../kit/parts/pages.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** The page for an unknown address. */
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
