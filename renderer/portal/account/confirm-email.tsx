import { LinkByMail } from "./link-by-mail.tsx";

/** Asks for the link that confirms an e-mail once more. */
export default function ConfirmEmail() {
  return <LinkByMail about="confirm" path="/auth/verify/send-again" />;
}
