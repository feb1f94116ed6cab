import { changePassword, changeProfile } from "../../api/administration.ts";
import { session } from "../../app.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useCurrentUser } from "../../shell/current-user.ts";
import { TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import { toast } from "../../ui/toast.tsx";
import { ApiKeysCard } from "./api-keys-card.tsx";
import { PreferencesCard } from "./preferences-card.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";

export function ProfilePage() {
  const m = useMessages();
  const user = useCurrentUser();
  return (
    <div className="page">
      <div className="page-head">
        <h1>{m.profile.title}</h1>
      </div>
      <div className="stack">
        <div className="columns even">
          <AccountForm />
          <PasswordForm />
        </div>
        <PreferencesCard key={JSON.stringify(user.preferences)} />
        <SecondFactorCard />
        <ApiKeysCard />
        <SessionsCard />
      </div>
    </div>
  );
}

function AccountForm() {
  const m = useMessages();
  const user = useCurrentUser();
  const save = async (form: FormData) => {
    await changeProfile(textOf(form, "firstName").trim(), textOf(form, "lastName").trim());
    await session.reloadUser();
    toast(m.common.saved);
  };
  return (
    <section className="card">
      <div className="card-head">
        <h2>{m.profile.account}</h2>
      </div>
      <div className="card-body stack">
        <dl className="facts">
          <dt>{m.profile.signedInAs}</dt>
          <dd>{user.username}</dd>
          <dt>{m.profile.role}</dt>
          <dd>{m.roles.names[user.authority]}</dd>
          <dt>{m.profile.tenant}</dt>
          <dd>{user.tenantName ?? m.login.system}</dd>
        </dl>
        <Form action={m.common.save} send={save}>
          <div className="form-pair">
            <TextField label={m.users.firstName} name="firstName" value={user.firstName} autoComplete="given-name" />
            <TextField label={m.users.lastName} name="lastName" value={user.lastName} autoComplete="family-name" />
          </div>
        </Form>
      </div>
    </section>
  );
}

function PasswordForm() {
  const m = useMessages();
  const change = async (form: FormData) => {
    if (textOf(form, "next") !== textOf(form, "repeated")) throw new FormProblem(m.profile.mismatch);
    await changePassword(textOf(form, "current"), textOf(form, "next"));
    toast(m.profile.changed);
  };
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>{m.profile.passwordTitle}</h2>
          <p>{m.profile.passwordText}</p>
        </div>
      </div>
      <Form className="form card-body" action={m.common.save} send={change} isEmptiedAfter>
        <TextField label={m.profile.current} name="current" type="password" autoComplete="current-password" required />
        <TextField
          label={m.profile.next}
          name="next"
          type="password"
          hint={m.profile.passwordHint}
          autoComplete="new-password"
          required
        />
        <TextField label={m.profile.repeat} name="repeated" type="password" autoComplete="new-password" required />
      </Form>
    </section>
  );
}
