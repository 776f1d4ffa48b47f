import { useParams } from "@tanstack/react-router";
import "../flow/flow.css";
import { LegalText, legalTitle } from "../flow/widgets/legal-text.tsx";
import { PublicPage } from "../shell/pages.tsx";
import { useText } from "../text/i18n.ts";

/** A legal text as a page. */
export default function Legal() {
  const words = useText();
  const { document } = useParams({ strict: false }) as { document: string };
  const title = legalTitle(document, words);
  return (
    <PublicPage title={title}>
      <h1 tabIndex={-1}>{title}</h1>
      <LegalText document={document} under={1} />
    </PublicPage>
  );
}
