import { TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";

type Typed = {
  readonly value: string;
  readonly error?: string | undefined;
  readonly onValue: (value: string) => void;
};

/** A field for the e-mail address of an account. */
export function EmailField({ label, value, error, onValue }: Typed & { readonly label: string }) {
  return (
    <TextField
      id="email"
      type="email"
      label={label}
      autoComplete="username"
      autoCapitalize="none"
      value={value}
      error={error ?? null}
      onValue={onValue}
    />
  );
}

/** A field for the password of an existing account. */
export function PasswordField({ label, value, error, onValue }: Typed & { readonly label: string }) {
  return (
    <TextField
      id="password"
      type="password"
      label={label}
      autoComplete="current-password"
      value={value}
      error={error ?? null}
      onValue={onValue}
    />
  );
}

/**
 * A field for a code sent by e-mail. The server requires this code after too many wrong passwords for one
 * account, from whatever device they came.
 */
export function MailedCodeField({
  value,
  error,
  autoFocus,
  onValue,
}: Typed & { readonly autoFocus?: boolean }) {
  const words = useText();
  return (
    <TextField
      id="mailed-code"
      label={words("common:login.code")}
      hint={words("common:login.codeHint")}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus={autoFocus}
      value={value}
      error={error ?? null}
      onValue={onValue}
    />
  );
}

/** A field for a code from the authenticator app. */
export function AuthenticatorCodeField({
  value,
  autoFocus,
  onValue,
}: Omit<Typed, "error"> & { readonly autoFocus?: boolean }) {
  const words = useText();
  return (
    <TextField
      id="two-factor"
      label={words("common:login.twoFactor")}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus={autoFocus}
      value={value}
      onValue={onValue}
    />
  );
}
