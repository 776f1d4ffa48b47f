import { LinkByMail } from "./link-by-mail.tsx";

/** Requests a link to set a new password. */
export default function ForgotPassword() {
  return <LinkByMail about="forgot" path="/auth/forget-password" />;
}
