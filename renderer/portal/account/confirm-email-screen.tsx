import { LinkByMail } from "./link-by-mail.tsx";

/** Requests another link to confirm an e-mail. */
export default function ConfirmEmail() {
  return <LinkByMail about="confirm" path="/auth/verify/send-again" />;
}
