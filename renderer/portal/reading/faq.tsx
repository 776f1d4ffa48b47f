import { PublicPage } from "../../kit/parts/pages.tsx";
import { textTree, useText } from "../../kit/text/i18n.ts";

/** Questions and answers: all that the texts have. */
export default function Faq() {
  const words = useText();
  const { title: _, ...questions } = (textTree("faq:") ?? {}) as Record<
    string,
    { question: string; answer: string }
  >;
  const all =
    Object.keys(questions).length > 0
      ? Object.keys(questions)
      : ["minimum", "cutoff", "fees", "safety", "withdraw"];
  return (
    <PublicPage title={words("faq:title")}>
      <h1 tabIndex={-1}>{words("faq:title")}</h1>
      <div className="gap24">
        {all.map((key) => (
          <section key={key}>
            <h2>{words(`faq:${key}.question`)}</h2>
            <p className="mut">{words(`faq:${key}.answer`)}</p>
          </section>
        ))}
      </div>
    </PublicPage>
  );
}
