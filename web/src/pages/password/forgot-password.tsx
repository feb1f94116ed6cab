import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { passwordResetWays } from "../../api/account.ts";
import { session } from "../../app.ts";
import { useFirstWords } from "../../i18n/messages.tsx";
import { TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";

/** Below the form of the login: a mail with a link where that can be, else whom to ask [AUTH9]. */
export function ForgotPassword({ onBack }: { readonly onBack: () => void }) {
  const m = useFirstWords();
  const { data } = useQuery(passwordResetWays);
  const [isSent, setSent] = useState(false);
  const send = async (form: FormData) => {
    await session.requestPasswordReset(textOf(form, "username").trim());
    setSent(true);
  };
  if (!data?.byMail || isSent)
    return (
      <div className="form">
        <h1>{m.account.forgotTitle}</h1>
        <p role="status">{isSent ? m.account.sent : data ? m.account.forgotAsk : m.common.loading}</p>
        <button type="button" className="button" onClick={onBack}>
          {m.login.back}
        </button>
      </div>
    );
  return (
    <Form action={m.account.send} send={send} onCancel={onBack}>
      <h1>{m.account.forgotTitle}</h1>
      <p>{m.account.forgotText}</p>
      <TextField label={m.login.username} name="username" autoComplete="username" maxLength={255} required autoFocus />
    </Form>
  );
}
