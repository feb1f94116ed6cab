import { ApiError } from "@heliograph/client";
import type { SetupAnswer, StepToken } from "@heliograph/contract";
import { useState } from "react";
import { session } from "../../app.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { RecoveryList } from "../../second-factor/recovery-list.tsx";
import { SetupSteps } from "../../second-factor/setup-steps.tsx";
import { useStore } from "../../state/store.ts";
import { TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";

/** The password was right: a code is asked for, or a second factor to be set up [AUTH9]. */
export function LoginStepPage() {
  const step = useStore(session.step);
  return step && <LoginStep key={step.token} step={step} />;
}

function LoginStep({ step }: { readonly step: StepToken }) {
  return (
    <main className="login">
      <div className="login-card">
        <div className="brand">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          <span>Heliograph</span>
        </div>
        {step.scope === "PRE_VERIFICATION_TOKEN" ? <CodeStep step={step} /> : <SetupStep step={step} />}
      </div>
    </main>
  );
}

function CodeStep({ step }: { readonly step: StepToken }) {
  const m = useMessages();
  const [isRecovery, setRecovery] = useState(false);
  const send = (form: FormData) =>
    session.verifyLogin(step, textOf(form, "code").trim()).catch((error: unknown) => {
      throw refusalOf(error, m.secondFactor);
    });
  return (
    <>
      <Form key={String(isRecovery)} action={m.login.submit} send={send} onCancel={() => session.leaveStep()}>
        <h1>{m.secondFactor.verifyTitle}</h1>
        <p>{isRecovery ? m.secondFactor.verifyRecoveryText : m.secondFactor.verifyText}</p>
        {isRecovery ? (
          <TextField label={m.secondFactor.recoveryCode} name="code" maxLength={64} required autoFocus />
        ) : (
          <TextField
            label={m.secondFactor.code}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={10}
            required
            autoFocus
          />
        )}
      </Form>
      <div className="login-more">
        <button type="button" className="button ghost" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? m.secondFactor.useApp : m.secondFactor.useRecovery}
        </button>
        {isRecovery && <small>{m.secondFactor.lost}</small>}
      </div>
    </>
  );
}

function SetupStep({ step }: { readonly step: StepToken }) {
  const m = useMessages();
  const [done, setDone] = useState<SetupAnswer>();
  const [isSwitch] = useState(() => session.state.get().kind === "signed-in");
  const confirm = async (code: string, password: string) =>
    setDone(await session.confirmSetup(step, code, isSwitch ? password : undefined));
  return (
    <div className="form">
      <h1>{done ? m.secondFactor.recoveryTitle : m.secondFactor.setUpTitle}</h1>
      {done ? (
        <RecoveryList codes={done.recoveryCodes} onKept={() => void session.enterWith(done)} />
      ) : (
        <>
          <p>{m.secondFactor.setUpText}</p>
          <SetupSteps
            generate={() => session.setUp(step)}
            confirm={confirm}
            onCancel={() => session.leaveStep()}
            asksPassword={isSwitch}
          />
        </>
      )}
    </div>
  );
}

/** An ended step and a wrong code are both 401, told apart by their number. */
function refusalOf(error: unknown, m: { readonly wrong: string; readonly over: string }): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error;
  return new FormProblem(error.errorCode === 11 ? m.over : m.wrong);
}
