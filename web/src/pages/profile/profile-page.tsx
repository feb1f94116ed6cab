import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { changePassword, changeProfile } from "../../api/administration.ts";
import { session } from "../../app.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useCurrentUser } from "../../shell/current-user.ts";
import { TextField, textOf } from "../../ui/field.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";

export function ProfilePage() {
  const m = useMessages();
  return (
    <div className="page">
      <div className="page-head">
        <h1>{m.profile.title}</h1>
      </div>
      <div className="columns even">
        <AccountForm />
        <PasswordForm />
      </div>
    </div>
  );
}

function AccountForm() {
  const m = useMessages();
  const user = useCurrentUser();
  const save = useMutation({
    mutationFn: async (form: FormData) => {
      await changeProfile(textOf(form, "firstName").trim(), textOf(form, "lastName").trim());
      await session.reloadUser();
    },
    onSuccess: () => toast(m.common.saved),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(new FormData(event.currentTarget));
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
        <form className="form" onSubmit={submit}>
          <div className="form-pair">
            <TextField label={m.users.firstName} name="firstName" value={user.firstName} autoComplete="given-name" />
            <TextField label={m.users.lastName} name="lastName" value={user.lastName} autoComplete="family-name" />
          </div>
          <ErrorNote error={save.error} />
          <div className="dialog-actions">
            <button type="submit" className="button primary" disabled={save.isPending}>
              {m.common.save}
            </button>
          </div>
        </form>
      </div>
    </section>
  );
}

function PasswordForm() {
  const m = useMessages();
  const [isMismatch, setMismatch] = useState(false);
  const change = useMutation({
    mutationFn: ({ current, next }: { current: string; next: string }) => changePassword(current, next),
    onSuccess: () => toast(m.profile.changed),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const [current, next, repeated] = ["current", "next", "repeated"].map((name) => textOf(form, name));
    setMismatch(next !== repeated);
    if (next !== repeated) return;
    change.mutate({ current: current ?? "", next: next ?? "" }, { onSuccess: () => element.reset() });
  };
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>{m.profile.passwordTitle}</h2>
          <p>{m.profile.passwordText}</p>
        </div>
      </div>
      <form className="form card-body" onSubmit={submit}>
        <TextField label={m.profile.current} name="current" type="password" autoComplete="current-password" required />
        <TextField label={m.profile.next} name="next" type="password" autoComplete="new-password" required />
        <TextField label={m.profile.repeat} name="repeated" type="password" autoComplete="new-password" required />
        {isMismatch && (
          <p className="note note-error" role="alert">
            {m.profile.mismatch}
          </p>
        )}
        <ErrorNote error={change.error} />
        <div className="dialog-actions">
          <button type="submit" className="button primary" disabled={change.isPending}>
            {m.common.save}
          </button>
        </div>
      </form>
    </section>
  );
}
