import { useParams } from "@tanstack/react-router";
import "../../flow/flow.css";
import { LegalText, useLegal } from "../../flow/widgets/legal-text.tsx";
import { PublicPage } from "../../kit/parts/pages.tsx";

/** A legal text as a page. */
export default function Legal() {
  const { document } = useParams({ strict: false }) as { document: string };
  const { title } = useLegal(document);
  return (
    <PublicPage title={title}>
      <h1 tabIndex={-1}>{title}</h1>
      <LegalText document={document} under={1} />
    </PublicPage>
  );
}
