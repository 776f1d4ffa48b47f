import { LinkByMail } from "./link-by-mail.tsx";

/** The page on which a person requests a link to set a new password. */
export default function ForgotPassword() {
  return <LinkByMail about="forgot" path="/auth/forget-password" />;
}
