import { Download } from "lucide-react";
import type { StoredEvidence, VersionPage } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { saveFile } from "../../kit/parts/save-file.ts";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { useText } from "../../kit/text/i18n.ts";
import "./definitions.css";

const TONES = { whole: "gain", broken: "loss", unsealed: "warn" } as const;

/**
 * The stored evidence: whether its signature is valid, its fingerprint, and a file with which anybody can
 * check it outside the portal.
 */
export function DefinitionProof({
  of,
  evidence,
}: {
  readonly of: VersionPage;
  readonly evidence: StoredEvidence;
}) {
  const words = useText();
  const { hash } = "release" in evidence ? evidence.release : evidence.proposal;
  // A plain link does not send the session token, which the request needs in a header.
  const { run, busy } = useAction({
    call: () =>
      call("GET", "/definitions/versions/{id}/evidence", { path: { id: of.id }, query: { files: true } }),
    done: (evidence) => saveFile(asFile(evidence), `${of.flow}-${hash.slice(0, 12)}-evidence.json`),
  });
  return (
    <section className="card judged">
      <div className="screenhead">
        <h2>{words("definition:proof.title")}</h2>
        <Badge tone={TONES[of.standing]}>{words(`definition:proof.${of.standing}`)}</Badge>
      </div>
      <p className="small wrap" data-code>
        {words("definition:proof.hash")} {hash}
      </p>
      <Button wide busy={busy} onClick={() => run(undefined)}>
        <Download size={20} aria-hidden="true" /> {words("definition:proof.download")}
      </Button>
      <p className="small">
        {words("definition:proof.check")} <code className="nobreak">npm run evidence -- FILE</code>
      </p>
    </section>
  );
}

function asFile(content: object): Blob {
  return new Blob([JSON.stringify(content, null, 2)], { type: "application/json" });
}
