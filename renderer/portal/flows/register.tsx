import { FlowRunner } from "../../flow/flow-runner.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** Sign-up. */
export default function Register() {
  const words = useText();
  return (
    <FlowRunner
      flow="sign-up"
      home="/"
      below={
        <p className="mut">
          {words("register:links.haveAccount")}{" "}
          <PageLink to="/login">{words("register:links.logIn")}</PageLink>
        </p>
      }
    />
  );
}
