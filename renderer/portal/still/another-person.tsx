import { LostArt } from "../../kit/brand/art.tsx";
import { Button } from "../../kit/parts/button.tsx";
import { StillPage } from "../../kit/parts/pages.tsx";
import { useText } from "../../kit/text/i18n.ts";

/**
 * Replaces the page when another person has logged in in another tab. The page keeps no data of the previous
 * person.
 */
export default function AnotherPerson() {
  const words = useText();
  return (
    <StillPage title={words("common:session.another.title")} art={<LostArt />}>
      <p>{words("common:session.another.text")}</p>
      <Button kind="main" wide onClick={() => location.assign("/me")}>
        {words("common:session.another.go")}
      </Button>
    </StillPage>
  );
}
