import { PublicPage } from "../shell/pages.tsx";
import { useText } from "../text/i18n.ts";

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
