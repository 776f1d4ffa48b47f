import { Download } from "lucide-react";
import { useState } from "react";
import type { StoredEvidence, VersionPage } from "../../kit/api/answers.ts";
import { call, failureText } from "../../kit/api/client.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { Button } from "../../kit/parts/button.tsx";
import { saveFile } from "../../kit/parts/save-file.ts";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { useText } from "../../kit/text/i18n.ts";

const TONES = { whole: "gain", broken: "loss", unsealed: "warn" } as const;

/** The evidence to keep: whether it is as it was signed, its fingerprint, and the file for whoever checks it elsewhere. */
export function DefinitionProof({
  of,
  evidence,
}: {
  readonly of: VersionPage;
  readonly evidence: StoredEvidence;
}) {
  const words = useText();
  const [busy, setBusy] = useState(false);
  const { hash } = "release" in evidence ? evidence.release : evidence.proposal;
  // The address wants the session's token in a header, which no plain link sends.
  const download = async () => {
    setBusy(true);
    const answer = await call<StoredEvidence>("GET", `/definitions/versions/${of.id}/evidence?files=true`);
    setBusy(false);
    if (answer.ok) saveFile(asFile(answer.value), `${of.flow}-${hash.slice(0, 12)}-evidence.json`);
    else toast({ tone: "loss", text: failureText(answer.error, words) });
  };
  return (
    <section className="card judged">
      <div className="screenhead">
        <h2>{words("definition:proof.title")}</h2>
        <Badge tone={TONES[of.standing]}>{words(`definition:proof.${of.standing}`)}</Badge>
      </div>
      <p className="small wrap">
        {words("definition:proof.hash")} {hash}
      </p>
      <Button wide busy={busy} onClick={() => void download()}>
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
