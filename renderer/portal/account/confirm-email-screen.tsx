import { LinkByMail } from "./link-by-mail.tsx";

/** The page on which a person requests another link to confirm an e-mail address. */
export default function ConfirmEmail() {
  return <LinkByMail about="confirm" path="/auth/verify/send-again" />;
}
