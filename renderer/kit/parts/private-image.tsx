import { useEffect, useState } from "react";
import { privateFile } from "../api/private-file.ts";
import { useText } from "../text/i18n.ts";
import { Skeleton } from "./states.tsx";
import "./screens.css";

type Shown =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | { readonly kind: "there"; readonly src: string };

/**
 * A picture that only its owner and the reviewers may see. It is loaded with the session token and shown from
 * memory.
 */
export function PrivateImage({ url, alt }: { readonly url: string; readonly alt: string }) {
  const words = useText();
  const [shown, setShown] = useState<Shown>({ kind: "loading" });
  useEffect(() => {
    const stop = new AbortController();
    let src: string | null = null;
    privateFile(url, stop.signal)
      .then((picture) => {
        src = URL.createObjectURL(picture);
        setShown({ kind: "there", src });
      })
      .catch(() => {
        if (!stop.signal.aborted) setShown({ kind: "failed" });
      });
    return () => {
      stop.abort();
      if (src !== null) URL.revokeObjectURL(src);
    };
  }, [url]);
  if (shown.kind === "loading") return <Skeleton height="180px" />;
  if (shown.kind === "failed") return <p className="small">{words("common:error.generic")}</p>;
  return (
    <a href={shown.src} target="_blank" rel="noreferrer">
      <img className="photo" src={shown.src} alt={alt} />
    </a>
  );
}
