import { useState } from "react";
import { session } from "../../app.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Field, TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import { Segments } from "../../ui/segments.tsx";
import { refusal } from "./refusal.ts";

interface AcceptanceFormProps {
  readonly token: string;
  readonly username: string;
  readonly onRefused: () => void;
}

/** The server does not say whether there is an account of this name, so the person does. */
export function AcceptanceForm({ token, username, onRefused }: AcceptanceFormProps) {
  const m = useMessages();
  const [account, setAccount] = useState<"new" | "existing">("new");
  const accept = async (form: FormData) => {
    const password = textOf(form, "password");
    if (account === "new" && password !== textOf(form, "repeated")) throw new FormProblem(m.profile.mismatch);
    const given = (name: string) => textOf(form, name).trim() || undefined;
    const names = { firstName: given("firstName"), lastName: given("lastName") };
    const verificationCode = given("code");
    await session.acceptInvitation({ token, password, account, ...names, verificationCode }).catch((error: unknown) => {
      onRefused();
      throw refusal(error, account, m);
    });
  };
  return (
    <>
      <Segments
        label={m.invitations.account}
        options={[
          ["new", m.invitations.newAccount],
          ["existing", m.invitations.existingAccount],
        ]}
        value={account}
        onChange={setAccount}
      />
      <Form key={account} action={m.invitations.accept} send={accept}>
        <Field label={m.users.username}>
          {(id) => <input id={id} readOnly value={username} title={username} autoComplete="username" />}
        </Field>
        {account === "new" ? <NewAccountFields /> : <PasswordOfAccount />}
      </Form>
    </>
  );
}

function PasswordOfAccount() {
  const m = useMessages();
  return (
    <>
      <TextField label={m.login.password} name="password" type="password" autoComplete="current-password" required />
      <TextField
        label={m.secondFactor.invitationCode}
        name="code"
        hint={m.secondFactor.codeHint}
        autoComplete="one-time-code"
        maxLength={64}
      />
    </>
  );
}

function NewAccountFields() {
  const m = useMessages();
  return (
    <>
      <div className="form-pair">
        <TextField label={m.users.firstName} name="firstName" autoComplete="given-name" maxLength={255} />
        <TextField label={m.users.lastName} name="lastName" autoComplete="family-name" maxLength={255} />
      </div>
      <TextField
        label={m.profile.next}
        name="password"
        type="password"
        hint={m.profile.passwordHint}
        autoComplete="new-password"
        required
      />
      <TextField label={m.profile.repeat} name="repeated" type="password" autoComplete="new-password" required />
    </>
  );
}
