import { ApiError } from "@heliograph/client";
import type { Assignment } from "@heliograph/contract";
import { useEffect, useState } from "react";
import { session } from "../../app.ts";
import { useFirstWords } from "../../i18n/messages.tsx";
import { TextField, textOf } from "../../ui/field.tsx";
import { CheckedForm } from "../../ui/form-checks/checked-form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { ForgotPassword } from "../password/forgot-password.tsx";
import { rememberTenant } from "./remembered-tenant.ts";
import { TenantForm } from "./tenant-form.tsx";

interface Asked {
  readonly username: string;
  readonly password: string;
  readonly assignments: readonly Assignment[];
}

const slowAfterMs = 1_500;

export function LoginPage({ why }: { readonly why: "nobody" | "logout" | "expired" }) {
  const m = useFirstWords();
  const [asked, setAsked] = useState<Asked>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [isForgotten, setForgotten] = useState(false);

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    await work().catch(setError);
    setBusy(false);
  };
  const enter = async (username: string, password: string, assignment: Assignment) => {
    rememberTenant(username, assignment.authorityId.id);
    await session.login(username, password, assignment.authorityId.id);
  };
  const submit = (form: FormData) => {
    const [username, password] = [textOf(form, "username").trim(), textOf(form, "password")];
    void attempt(async () => {
      const assignments = await session.assignments(username, password);
      const [only] = assignments;
      if (only && assignments.length === 1) await enter(username, password, only);
      else setAsked({ username, password, assignments });
    });
  };

  return (
    <main className="login">
      <div className="login-card">
        <div className="brand">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          <span>Heliograph</span>
        </div>
        {isForgotten ? (
          <ForgotPassword onBack={() => setForgotten(false)} />
        ) : asked ? (
          <TenantForm
            username={asked.username}
            assignments={asked.assignments}
            isBusy={isBusy}
            error={error}
            onBack={() => setAsked(undefined)}
            onChoose={(assignment) => void attempt(() => enter(asked.username, asked.password, assignment))}
          />
        ) : (
          <CheckedForm className="form" onSend={submit}>
            <h1>{m.login.title}</h1>
            <Reason why={why} hasError={error !== undefined} />
            <TextField label={m.login.username} name="username" autoComplete="username" required autoFocus />
            <TextField
              label={m.login.password}
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
            <LoginError error={error} />
            <button type="submit" className="button primary" disabled={isBusy}>
              {m.login.submit}
            </button>
            <SlowHint isBusy={isBusy} />
            <button type="button" className="button ghost" onClick={() => setForgotten(true)}>
              {m.account.forgot}
            </button>
          </CheckedForm>
        )}
      </div>
    </main>
  );
}

function Reason({ why, hasError }: { readonly why: "nobody" | "logout" | "expired"; readonly hasError: boolean }) {
  const m = useFirstWords();
  if (why === "nobody" || hasError) return null;
  return (
    <p className={why === "expired" ? "note note-warn" : "note"} role="status">
      {why === "expired" ? m.login.expired : m.login.loggedOut}
    </p>
  );
}

function LoginError({ error }: { readonly error: unknown }) {
  const m = useFirstWords();
  if (!(error instanceof ApiError) || error.status !== 401) return <ErrorNote error={error} />;
  return (
    <p className="note note-error" role="alert">
      <Icon name="alert" /> {m.login.wrong}
    </p>
  );
}

/** The server slows repeated failures down [AUTH3]; a person should know why nothing happens. */
function SlowHint({ isBusy }: { readonly isBusy: boolean }) {
  const m = useFirstWords();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!isBusy) return undefined;
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return <small role="status">{isSlow ? m.login.slow : ""}</small>;
}
