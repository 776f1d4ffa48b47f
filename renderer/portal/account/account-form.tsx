import { type FormEvent, type ReactNode, useEffect } from "react";
import "../../flow/flow.css";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { TaskPage } from "../../kit/parts/pages.tsx";

/** Error texts by field id. The entry `form` is the error of the whole form. */
export type FormErrors = Readonly<Record<string, string>>;

/**
 * A page with one small account form: log-in, forgotten password or new password. The form ignores presses
 * while a call is running.
 */
export function AccountForm({
  id,
  title,
  intro,
  back,
  close,
  submit,
  busy,
  errors,
  onSubmit,
  children,
  below,
}: {
  readonly id: string;
  readonly title: string;
  readonly intro?: string | null;
  readonly back?: string;
  readonly close?: string;
  readonly submit: string;
  readonly busy: boolean;
  readonly errors: FormErrors;
  readonly onSubmit: () => void;
  /** The fields, each with its id. */
  readonly children: ReactNode;
  readonly below?: ReactNode;
}) {
  useErrorFocus(id, errors);
  return (
    <TaskPage
      title={title}
      {...(back === undefined ? {} : { back })}
      {...(close === undefined ? {} : { close })}
      dock={
        <Button kind="main" wide type="submit" form={id} busy={busy}>
          {submit}
        </Button>
      }
    >
      <h1 tabIndex={-1}>{title}</h1>
      {intro ? <p className="mut intro">{intro}</p> : null}
      <FormError id={`${id}-error`} error={errors.form} />
      <form
        id={id}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        {children}
        {/* This hidden button makes Enter submit the form, because the visible button is outside the form. */}
        <button type="submit" className="sr" tabIndex={-1} aria-hidden="true" />
      </form>
      {below}
    </TaskPage>
  );
}

/** Moves the focus to the first field with an error, or else to the error of the whole form. */
function useErrorFocus(id: string, errors: FormErrors): void {
  useEffect(() => {
    const [first] = Object.keys(errors);
    if (first !== undefined) document.getElementById(first === "form" ? `${id}-error` : first)?.focus();
  }, [errors, id]);
}

/** The error of the whole form. Its element is always rendered, so that it can take the focus. */
function FormError({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  return (
    <div id={id} tabIndex={-1}>
      {error ? (
        <div className="shown">
          <Note tone="loss" role="alert">
            {error}
          </Note>
        </div>
      ) : null}
    </div>
  );
}
