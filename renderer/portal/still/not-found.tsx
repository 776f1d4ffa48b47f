import { useSession } from "../../kit/api/session.ts";
import { LostArt } from "../../kit/brand/art.tsx";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { StillPage } from "../../kit/parts/pages.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** The page for an unknown address, with links to the main pages. */
export default function NotFound() {
  const words = useText();
  const isInside = useSession() !== null;
  return (
    <StillPage title={words("common:notFound.title")} art={<LostArt />}>
      <p className="mut">{words("common:notFound.text")}</p>
      <ButtonLink kind="main" wide href={isInside ? "/overview" : "/"}>
        {words(isInside ? "common:notFound.overview" : "button:home")}
      </ButtonLink>
      <ButtonLink wide href="/strategies">
        {words("common:notFound.strategies")}
      </ButtonLink>
      <ButtonLink kind="plain" wide href="/contact">
        {words("common:notFound.contact")}
      </ButtonLink>
    </StillPage>
  );
}
