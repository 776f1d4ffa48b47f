import { useSearch } from "@tanstack/react-router";
import { FlowRunner } from "../../flow/flow-runner.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { SocialButtons } from "../account/social-buttons.tsx";
import { TransferLink } from "../account/transfer-link.tsx";

/**
 * The sign-up page. People can create an account, or use their account of the other brand, Apple or Google.
 */
export default function Register() {
  const words = useText();
  const { step } = useSearch({ strict: false }) as { step?: string };
  return (
    <FlowRunner
      flow="sign-up"
      home="/"
      below={
        <>
          {step === undefined || step === "account" ? (
            <>
              <SocialButtons />
              <TransferLink />
            </>
          ) : null}
          <p className="mut">
            {words("register:links.haveAccount")}{" "}
            <PageLink to="/login">{words("register:links.logIn")}</PageLink>
          </p>
        </>
      }
    />
  );
}
