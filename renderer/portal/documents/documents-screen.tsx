import { useQuery } from "@tanstack/react-query";
import { FileText, ShieldCheck, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { ok } from "../../../engine/values/result.ts";
import type { Contract, ContractDocument, DocumentCheck } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useFlag } from "../../kit/api/flags.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button, ButtonLink } from "../../kit/parts/button.tsx";
import { FileInput } from "../../kit/parts/file-input.tsx";
import { NeedsLogIn } from "../../kit/parts/needs-log-in.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { Pairs } from "../../kit/parts/small-parts.tsx";
import { formatBytes, formatDate, formatInstant } from "../../kit/text/format.ts";
import { keepWhole, useLanguage, useText } from "../../kit/text/i18n.ts";
import { isZero } from "../parts/records.ts";
import { saveDocument, saveInvoice } from "../transactions/document-download.ts";
import { KeptDocuments } from "../transactions/kept-documents.tsx";
import "../../kit/parts/screens.css";
import "../parts/portal.css";
import "../transactions/transactions.css";
import "./documents.css";

/**
 * The page of documents: signed contracts, invoices and saved documents. It can also check whether a file was
 * issued by the company.
 */
export default function DocumentsScreen() {
  const words = useText();
  const title = words("documents:title");
  return (
    <InsidePage title={title} at="/me" back={{ href: "/me", name: words("my-account:me.title") }}>
      {useSession() === null ? <NeedsLogIn title={title} /> : <Documents title={title} />}
    </InsidePage>
  );
}

function Documents({ title }: { readonly title: string }) {
  const words = useText();
  const contracts = useFlag("view-signed-contract");
  const invoices = useFlag("invoice-download");
  const report = useFlag("performance-report");
  return (
    <div className="screen narrowscreen">
      <h1 tabIndex={-1}>{title}</h1>
      <div className="takeaway">
        <ButtonLink href="/statements">{words("my-account:statements.title")}</ButtonLink>
        {report ? <ButtonLink href="/performance">{words("documents:performance.title")}</ButtonLink> : null}
      </div>
      {contracts ? <Contracts /> : null}
      {invoices ? <Invoices /> : null}
      <Kept />
      <Check />
    </div>
  );
}

function Contracts() {
  const words = useText();
  const { data } = useQuery(get("/contracts"));
  const layout = useFlag("new-contract-layout") ? "sections" : "plain";
  if (data === undefined || data.contracts.length === 0) return null;
  return (
    <section className="gap8" aria-labelledby="contracts">
      <div className="sechead">
        <h2 id="contracts">{words("documents:contracts.title")}</h2>
      </div>
      {data.contracts.map((contract) => (
        <ContractView key={contract.version} of={contract} layout={layout} />
      ))}
    </section>
  );
}

/** A signed contract, shown as sections with a table of contents, or as one continuous text. */
export function ContractView({ of, layout }: { readonly of: Contract; readonly layout: Layout }) {
  const words = useText();
  const [made, setMade] = useState<ContractDocument | null>(null);
  const { run, busy, fault } = useAction({
    call: async (version: string) => {
      const answer = await call("POST", "/contracts/{version}/document", { path: { version }, body: {} });
      if (!answer.ok) return answer;
      setMade(answer.value);
      await saveDocument(answer.value.document.id, `contract-${version}.pdf`);
      return ok(null);
    },
    changes: ["/documents"],
    failed: "here",
  });
  return (
    <article className="card card--pad gap12">
      <h3>{of.words ? keepWhole(of.words.title) : words("documents:contracts.title")}</h3>
      <Pairs
        of={[
          { key: "version", label: words("documents:contracts.version"), value: of.version },
          { key: "at", label: words("documents:contracts.signedAt"), value: formatInstant(of.signedAt) },
        ]}
      />
      <p translate="no" className="small code hash">
        {words("documents:contracts.hash")} {of.textHash}
      </p>
      {of.words === null ? (
        <Note tone="warn">{words("documents:contracts.gone")}</Note>
      ) : (
        <>
          {of.words.mark === null ? null : <p className="small">{of.words.mark}</p>}
          <ContractText of={of} sections={of.words.sections} layout={layout} />
          {fault === null ? null : <Note tone="loss">{fault}</Note>}
          <Button busy={busy} onClick={() => run(of.version)}>
            {words("documents:contracts.download")}
          </Button>
          {made === null ? null : <Made of={made} />}
        </>
      )}
    </article>
  );
}

/** The layout of a contract: with a table of contents, or as one continuous text. */
type Layout = "sections" | "plain";

function ContractText({
  of,
  sections,
  layout,
}: {
  readonly of: Contract;
  readonly sections: NonNullable<Contract["words"]>["sections"];
  readonly layout: Layout;
}) {
  const words = useText();
  const id = (at: number) => `contract-${of.version}-${at}`;
  return (
    <details lang={of.language}>
      <summary>{words("documents:contracts.read")}</summary>
      {layout === "sections" ? (
        <nav aria-label={words("documents:contracts.contents")}>
          <ol className="contents">
            {sections.map(({ heading }, at) => (
              <li key={heading}>
                <a className="link" href={`#${id(at)}`}>
                  {keepWhole(heading)}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      {sections.map(({ heading, text }, at) =>
        layout === "sections" ? (
          <section key={heading} className="gap4">
            <h4 id={id(at)}>{keepWhole(heading)}</h4>
            <p className="legaltext">{keepWhole(text)}</p>
          </section>
        ) : (
          <p key={heading} className="legaltext">
            {keepWhole(`${heading} ${text}`)}
          </p>
        ),
      )}
    </details>
  );
}

/** The hash of a contract's document, and its electronic duty stamp if there is one. */
export function Made({ of: { document, stamp } }: { readonly of: ContractDocument }) {
  const words = useText();
  return (
    <div translate="no" className="gap4" role="status">
      <p translate="no" className="small code hash">
        SHA-256 {document.sha256}
      </p>
      {stamp === null ? null : (
        <Pairs
          of={[
            { key: "number", label: words("documents:stamp.number"), value: stamp.number },
            { key: "on", label: words("documents:stamp.on"), value: formatDate(stamp.issuedOn) },
          ]}
        />
      )}
    </div>
  );
}

function Invoices() {
  const words = useText();
  const language = useLanguage();
  const { data } = useQuery(get("/transactions", { query: { limit: 100 } }));
  const { run, doing, fault } = useAction({
    call: (order: { readonly id: string; readonly reference: string }) => saveInvoice(order, language),
    changes: ["/documents"],
    failed: "here",
  });
  const charged = (data?.transactions ?? []).filter(
    ({ status, fee }) => status === "ALLOTTED" && !isZero(fee),
  );
  if (charged.length === 0) return null;
  return (
    <section className="gap8" aria-labelledby="invoices">
      <div className="sechead">
        <h2 id="invoices">{words("documents:invoices.title")}</h2>
      </div>
      {fault === null ? null : <Note tone="loss">{fault}</Note>}
      <ul className="card list kept">
        {charged.map((order) => (
          <li key={order.id} className="item">
            <span className="ava ava--plain">
              <FileText size={20} aria-hidden="true" />
            </span>
            <span>
              <b>
                {words(`my-orders:orders.kind.${order.kind}`)} <span className="nb">{order.strategy}</span>
              </b>
              <br />
              <small translate="no" className="num">
                {order.reference} · {formatDate(order.navDate)}
              </small>
            </span>
            <span className="right">
              <Button kind="soft" small busy={doing?.id === order.id} onClick={() => run(order)}>
                {words("my-account:statements.download")}
                <span className="sr"> {order.reference}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Kept() {
  const words = useText();
  const kept = useQuery(get("/documents"));
  return (
    <section className="gap8" aria-labelledby="kept">
      <div className="sechead">
        <h2 id="kept">{words("documents:kept.title")}</h2>
      </div>
      <KeptDocuments
        kept={kept}
        documents={kept.data?.documents}
        none={{ title: words("documents:kept.none"), text: words("documents:kept.noneText") }}
        rowOf={(one) => ({
          name: `${one.kind}-${one.madeAt.slice(0, 10)}`,
          spoken: `${words(`documents:kind.${one.kind}`)} ${formatInstant(one.madeAt)}`,
          shown: (
            <>
              <b>{words(`documents:kind.${one.kind}`)}</b>
              <br />
              <small translate="no" className="num">
                {one.from === null ? "" : `${formatDate(one.from)} – ${formatDate(one.to ?? "")} · `}
                {one.format.toUpperCase()} · {formatBytes(one.size)} · {formatInstant(one.madeAt)}
              </small>
              <br />
              <small translate="no" className="code hash">
                SHA-256 {one.sha256}
              </small>
            </>
          ),
        })}
      />
    </section>
  );
}

/** Checks by its hash whether a file on this device was issued by the company. The file is not uploaded. */
function Check() {
  const words = useText();
  const [answer, setAnswer] = useState<DocumentCheck | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const { run, busy, fault } = useAction({
    call: async (file: File) => {
      const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
      const sha256 = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      const checked = await call("POST", "/document-checks", { body: { sha256 } });
      if (!checked.ok) return checked;
      setAnswer(checked.value);
      return ok(null);
    },
    failed: "here",
  });
  return (
    <section className="card card--pad gap12" aria-labelledby="check">
      <h2 id="check" className="row">
        <ShieldCheck size={20} aria-hidden="true" /> {words("documents:check.title")}
      </h2>
      <p className="mut">{words("documents:check.text")}</p>
      <div>
        <FileInput
          chooser={chooser}
          accept=".pdf,.csv"
          onFile={(file) => {
            setAnswer(null);
            run(file);
          }}
        />
        <Button wide busy={busy} onClick={() => chooser.current?.click()}>
          <Upload size={18} aria-hidden="true" /> {words("documents:check.file")}
        </Button>
      </div>
      {fault === null ? null : <Note tone="loss">{fault}</Note>}
      {answer === null ? null : answer.known === null ? (
        <Note tone="warn" role="status">
          {words("documents:check.no")}
        </Note>
      ) : (
        <Note tone="gain" role="status">
          {words("documents:check.yes", {
            kind: words(`documents:kind.${answer.known.kind}`),
            at: formatInstant(answer.known.madeAt),
          })}
        </Note>
      )}
    </section>
  );
}
