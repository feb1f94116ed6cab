import type { SecondFactorRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  confirmSecondFactor,
  endSecondFactor,
  newSecondFactor,
  ownSecondFactor,
  renewRecoveryCodes,
} from "../../api/second-factor.ts";
import { session } from "../../app.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { RecoveryList } from "../../second-factor/recovery-list.tsx";
import { SetupSteps } from "../../second-factor/setup-steps.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { LoadedCard } from "../../ui/loaded-card.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";

type Open = "set-up" | "renew" | "disable" | undefined;

/** One's own second factor: set up, renewed and given up here [AUTH9]. */
export function SecondFactorCard() {
  const m = useMessages();
  return (
    <LoadedCard title={m.secondFactor.title} text={m.secondFactor.text} query={useQuery(ownSecondFactor)} lines={2}>
      {(factor) => <SecondFactor factor={factor} />}
    </LoadedCard>
  );
}

function SecondFactor({ factor }: { readonly factor: SecondFactorRecord }) {
  const m = useMessages();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const close = () => {
    setOpen(undefined);
    void client.invalidateQueries({ queryKey: ownSecondFactor.queryKey });
  };
  return (
    <div className="card-body stack">
      <State factor={factor} />
      <div className="dialog-actions">
        {factor.isEnabled ? (
          <>
            <button type="button" className="button" onClick={() => setOpen("renew")}>
              {m.secondFactor.renew}
            </button>
            <button type="button" className="button" onClick={() => setOpen("disable")}>
              {m.secondFactor.disable}
            </button>
          </>
        ) : (
          <button type="button" className="button primary" onClick={() => setOpen("set-up")}>
            {m.secondFactor.setUp}
          </button>
        )}
      </div>
      {open === "set-up" && <SetUpDialog onClose={close} />}
      {open === "renew" && <RenewDialog onClose={close} />}
      {open === "disable" && <DisableDialog onClose={close} />}
    </div>
  );
}

function State({ factor }: { readonly factor: SecondFactorRecord }) {
  const m = useMessages();
  return (
    <div>
      <p>
        {factor.isEnabled ? (
          <>
            <span className="badge good">{m.secondFactor.on}</span>{" "}
            {factor.enabledTime !== null && (
              <small>
                {m.secondFactor.since} <Time ms={factor.enabledTime} /> ·{" "}
                {m.secondFactor.codesLeft(factor.recoveryCodesLeft)}
              </small>
            )}
          </>
        ) : (
          <span className="soft">{m.secondFactor.off}</span>
        )}
      </p>
      {factor.isServiceAccount && <p className="soft">{m.secondFactor.service}</p>}
      {factor.isRequired && <p className="soft">{m.secondFactor.required}</p>}
    </div>
  );
}

interface DialogProps {
  readonly onClose: () => void;
}

function SetUpDialog({ onClose }: DialogProps) {
  const m = useMessages();
  const [codes, setCodes] = useState<readonly string[]>();
  const confirm = async (code: string, password: string) => {
    setCodes(await confirmSecondFactor(code, password));
    toast(m.secondFactor.enabled);
  };
  return (
    <Dialog
      title={codes ? m.secondFactor.recoveryTitle : m.secondFactor.setUpTitle}
      isHeld={codes !== undefined}
      onClose={onClose}
    >
      {codes ? (
        <RecoveryList codes={codes} onKept={onClose} />
      ) : (
        <SetupSteps generate={newSecondFactor} confirm={confirm} onCancel={onClose} asksPassword />
      )}
    </Dialog>
  );
}

function RenewDialog({ onClose }: DialogProps) {
  const m = useMessages();
  const [codes, setCodes] = useState<readonly string[]>();
  const send = async (form: FormData) => {
    setCodes(await renewRecoveryCodes(textOf(form, "password"), textOf(form, "code").trim()));
    toast(m.secondFactor.renewed);
  };
  return (
    <Dialog title={m.secondFactor.recoveryTitle} isHeld={codes !== undefined} onClose={onClose}>
      {codes ? (
        <RecoveryList codes={codes} onKept={onClose} />
      ) : (
        <Form action={m.secondFactor.renew} send={send} onCancel={onClose}>
          <p>{m.secondFactor.renewText}</p>
          <BothFactorFields />
        </Form>
      )}
    </Dialog>
  );
}

function DisableDialog({ onClose }: DialogProps) {
  const m = useMessages();
  const send = async (form: FormData) => {
    await endSecondFactor(textOf(form, "password"), textOf(form, "code").trim());
    toast(m.secondFactor.disabled);
    onClose();
    await session.reloadUser(); // where the tenant asks for it, the session is over
  };
  return (
    <Dialog title={m.secondFactor.disableTitle} onClose={onClose}>
      <Form action={m.secondFactor.disable} send={send} onCancel={onClose}>
        <p>{m.secondFactor.disableText}</p>
        <BothFactorFields />
      </Form>
    </Dialog>
  );
}

function BothFactorFields() {
  const m = useMessages();
  return (
    <>
      <TextField
        label={m.profile.current}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
      />
      <TextField
        label={m.secondFactor.code}
        name="code"
        hint={m.secondFactor.codeHint}
        autoComplete="one-time-code"
        maxLength={64}
        required
      />
    </>
  );
}
