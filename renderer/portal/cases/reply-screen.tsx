import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { CaseQuestion } from "../../kit/api/answers.ts";
import { ApiError, call } from "../../kit/api/client.ts";
import { TaskPage } from "../../kit/parts/pages.tsx";
import { Pairs } from "../../kit/parts/small-parts.tsx";
import { EmptyState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { CaseReply } from "./case-reply.tsx";
import "../../kit/parts/screens.css";
import "./cases.css";

/** The page on which a visitor answers a desk's question. The link in their e-mail opens it. */
export default function ReplyScreen() {
  const words = useText();
  const { token = "" } = useSearch({ strict: false }) as { readonly token?: string };
  const [isSent, setSent] = useState(false);
  const question = useQuery({
    queryKey: ["case-question", token],
    queryFn: async () => {
      const answer = await call("POST", "/case-replies/question", { body: { token } });
      if (!answer.ok) throw new ApiError(answer.error);
      return answer.value;
    },
    enabled: token !== "" && !isSent,
    retry: false,
  });
  return (
    <TaskPage title={words("my-account:cases.replyTitle")} close="/">
      {isSent ? (
        <>
          <h1 tabIndex={-1}>{words("my-account:cases.thanks.title")}</h1>
          <p translate="no" className="mut" role="status">
            {words("my-account:cases.thanks.text")}
          </p>
        </>
      ) : question.isPending && token !== "" ? (
        <LoadingShape rows={4} />
      ) : question.data === undefined ? (
        <EmptyState
          heading="h1"
          title={words("my-account:cases.gone.title")}
          action={{ href: "/contact", label: words("my-account:me.contact") }}
        >
          {words("my-account:cases.gone.text")}
        </EmptyState>
      ) : (
        <Asked of={question.data} token={token} onSent={() => setSent(true)} />
      )}
    </TaskPage>
  );
}

function Asked({
  of,
  token,
  onSent,
}: {
  readonly of: CaseQuestion;
  readonly token: string;
  readonly onSent: () => void;
}) {
  const words = useText();
  const lng = useLanguage();
  return (
    <>
      <h1 tabIndex={-1}>{of.topicSays[lng]}</h1>
      <Pairs
        of={[
          { key: "reference", label: words("my-account:cases.reference"), value: of.reference },
          { key: "due", label: words("my-account:cases.answerBy"), value: formatDate(of.dueOn) },
        ]}
      />
      <div className="mycase">
        <p className="written">{of.question}</p>
      </div>
      <CaseReply
        id="reply"
        draft={of.reference}
        label={words("my-account:cases.reply")}
        submit={words("my-account:cases.send")}
        send={(reply) =>
          call("POST", "/case-replies", {
            body: { token, text: reply.text, files: [...reply.files] },
          })
        }
        done={onSent}
      />
    </>
  );
}
