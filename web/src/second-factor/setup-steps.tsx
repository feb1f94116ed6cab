import type { NewSecondFactor } from "@heliograph/contract";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { TextField, textOf } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { ErrorState, Skeleton } from "../ui/states.tsx";
import { QrCode } from "./qr-code.tsx";

interface SetupStepsProps {
  readonly generate: () => Promise<NewSecondFactor>;
  readonly confirm: (code: string, password: string) => Promise<unknown>;
  readonly onCancel: () => void;
  /** Where somebody is logged in already: the session alone does not set it up. */
  readonly asksPassword?: boolean;
}

/** The picture for the app, and the first code it shows [AUTH9]. */
export function SetupSteps({ generate, confirm, onCancel, asksPassword = false }: SetupStepsProps) {
  const m = useMessages();
  const { data, error, mutate } = useMutation({ mutationFn: generate });
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current) mutate(); // once: asked for again it would be another one
    isAsked.current = true;
  }, [mutate]);
  if (error) return <ErrorState error={error} onRetry={() => mutate()} />;
  if (!data) return <Skeleton lines={6} />;
  const send = (form: FormData) => confirm(textOf(form, "code").trim(), asksPassword ? textOf(form, "password") : "");
  return (
    <Form action={m.secondFactor.confirm} send={send} onCancel={onCancel}>
      <p>{m.secondFactor.scan}</p>
      <QrCode text={data.authUrl} label={m.secondFactor.qrCode} />
      <div>
        <small>{m.secondFactor.typeIn}</small>
        <div className="row">
          <code className="break">{inGroups(data.secret)}</code>
          <CopyButton text={data.secret} />
        </div>
      </div>
      <TextField
        label={m.secondFactor.confirmCode}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        required
        autoFocus
      />
      {asksPassword && (
        <TextField label={m.profile.current} name="password" type="password" autoComplete="current-password" required />
      )}
    </Form>
  );
}

/** Four letters at a time are easier to read off. */
const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");
