import { PublicPage } from "../../kit/parts/pages.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** About the company. */
export default function About() {
  const words = useText();
  return (
    <PublicPage title={words("public-info:about.title")}>
      <h1 tabIndex={-1}>{words("public-info:about.title")}</h1>
      <p className="mut">{words("public-info:about.text")}</p>
      <p className="small">{words("public-info:demo")}</p>
    </PublicPage>
  );
}
