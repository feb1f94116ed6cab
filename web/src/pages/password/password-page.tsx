import { ApiError } from "@heliograph/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { passwordResetBehind } from "../../api/account.ts";
import { session } from "../../app.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { useHash } from "../../ui/use-hash.ts";

/** Where a link leads to somebody's new password; the token stands behind the # and never leaves in a URL. */
export function PasswordPage() {
  const m = useMessages();
  const token = useHash();
  return (
    <main className="login">
      <div className="login-card">
        <div className="brand">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          <span>Heliograph</span>
        </div>
        <div className="form">
          {token === "" ? <DeadLink /> : <NewPassword key={token} token={token} />}
          <a href="/">{m.account.toLogin}</a>
        </div>
      </div>
    </main>
  );
}

function DeadLink() {
  const m = useMessages();
  return (
    <div className="form" role="alert">
      <h1>{m.account.deadTitle}</h1>
      <p>{m.account.deadText}</p>
    </div>
  );
}

function NewPassword({ token }: { readonly token: string }) {
  const m = useMessages();
  const [isSet, setSet] = useState(false);
  const { data, error, refetch } = useQuery(passwordResetBehind(token));
  if (isSet)
    return (
      <p className="note" role="status">
        {m.account.wasSet}
      </p>
    );
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <DeadLink />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton />;
  const send = async (form: FormData) => {
    if (textOf(form, "password") !== textOf(form, "repeated")) throw new FormProblem(m.profile.mismatch);
    await session.resetPassword(token, textOf(form, "password"));
    setSet(true);
  };
  return (
    <Form action={m.account.set} send={send}>
      <h1>{m.account.setTitle}</h1>
      <p className="break">{m.account.setText(data.username)}</p>
      <input type="text" name="username" value={data.username} autoComplete="username" readOnly hidden />
      <TextField
        label={m.profile.next}
        name="password"
        type="password"
        hint={m.profile.passwordHint}
        autoComplete="new-password"
        required
        autoFocus
      />
      <TextField label={m.profile.repeat} name="repeated" type="password" autoComplete="new-password" required />
    </Form>
  );
}
