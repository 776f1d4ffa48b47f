import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { failureText } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { goToProvider, isEmbedded, type Provider } from "./social.ts";
import { AppleMark, GoogleMark } from "./social-marks.tsx";
import "./account.css";

/** Buttons to log in with Apple and Google, if the portal offers these providers. */
export function SocialButtons({ next = null }: { readonly next?: string | null }) {
  const words = useText();
  const { history } = useRouter();
  const { data } = useQuery(get("/auth/social"));
  const [busy, setBusy] = useState<Provider | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const offered = (["apple", "google"] as const).filter((one) => data?.providers.includes(one));
  if (offered.length === 0) return null;
  const go = async (provider: Provider) => {
    if (isEmbedded()) {
      history.push(`/login/outside${next === null ? "" : `?next=${encodeURIComponent(next)}`}`);
      return;
    }
    setFault(null);
    setBusy(provider);
    const gone = await goToProvider(provider, next);
    if (gone.ok) return;
    setBusy(null);
    setFault(failureText(gone.error, words));
  };
  return (
    <section className="socialways" aria-label={words("access:social.other")}>
      <p className="or" aria-hidden="true">
        <span>{words("access:social.or")}</span>
      </p>
      {offered.map((provider) => (
        <Button key={provider} wide busy={busy === provider} onClick={() => void go(provider)}>
          {busy === provider ? null : provider === "apple" ? <AppleMark /> : <GoogleMark />}
          {words(`access:social.with.${provider}`)}
        </Button>
      ))}
      {fault === null ? null : (
        <p translate="no" className="err" role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}
