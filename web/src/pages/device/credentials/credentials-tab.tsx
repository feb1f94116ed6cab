import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { credentials, setCredentials } from "../../../api/devices.ts";
import { plainExample } from "../../../connect/example-values.ts";
import { hiddenToken, SnippetsView } from "../../../connect/snippets-view.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { Confirm } from "../../../ui/confirm.tsx";
import { CopyButton } from "../../../ui/copy.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField, textOf } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { toast } from "../../../ui/toast.tsx";

const route = getRouteApi("/devices/$deviceId");

export function CredentialsTab() {
  const m = useMessages();
  const { deviceId } = route.useParams();
  const { data, error, refetch } = useQuery(credentials(deviceId));
  // hidden at first: somebody may be looking over the shoulder
  const [isShown, setShown] = useState(false);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />;
  return (
    <div className="stack">
      <section className="card">
        <div className="card-head">
          <div>
            <h2>{m.credentials.title}</h2>
            <p>{m.credentials.text}</p>
          </div>
          <Changes deviceId={deviceId} />
        </div>
        <div className="card-body stack">
          <Token token={data.credentialsId} isShown={isShown} onShow={setShown} />
          <small>
            {m.credentials.since} <Time ms={data.createdTime} />
          </small>
        </div>
      </section>
      <section className="card">
        <div className="card-head">
          <div>
            <h2>{m.credentials.snippets}</h2>
            <p>{m.credentials.snippetsText}</p>
          </div>
          <Link to="/connect" search={{ device: deviceId }} className="button">
            {m.credentials.tryAndWatch}
          </Link>
        </div>
        <div className="card-body">
          <SnippetsView token={data.credentialsId} isShown={isShown} values={plainExample} />
        </div>
      </section>
    </div>
  );
}

interface TokenProps {
  readonly token: string;
  readonly isShown: boolean;
  readonly onShow: (isShown: boolean) => void;
}

function Token({ token, isShown, onShow }: TokenProps) {
  const m = useMessages();
  return (
    <div className="row">
      <code className="token break">{isShown ? token : hiddenToken}</code>
      <button type="button" className="button" aria-pressed={isShown} onClick={() => onShow(!isShown)}>
        <Icon name="eye" /> {isShown ? m.credentials.hide : m.credentials.show}
      </button>
      <CopyButton text={token} label={m.common.copy} />
    </div>
  );
}

function Changes({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const client = useQueryClient();
  const [open, setOpen] = useState<"rotate" | "own">();
  if (!useMay()("EDIT_DEVICE_CREDENTIALS")) return null;
  const change = async (token?: string) => {
    client.setQueryData(["credentials", deviceId], await setCredentials(deviceId, token));
    toast(m.credentials.rotated);
  };
  const close = () => setOpen(undefined);
  return (
    <div className="row">
      <button type="button" className="button" onClick={() => setOpen("own")}>
        {m.credentials.own}
      </button>
      <button type="button" className="button" onClick={() => setOpen("rotate")}>
        <Icon name="refresh" /> {m.credentials.rotate}
      </button>
      {open === "rotate" && (
        <Confirm
          title={m.credentials.rotateTitle}
          text={m.credentials.rotateText}
          action={m.credentials.rotate}
          onConfirm={() => change()}
          onClose={close}
        />
      )}
      {open === "own" && <OwnToken onSave={change} onClose={close} />}
    </div>
  );
}

function OwnToken({ onSave, onClose }: { onSave: (token: string) => Promise<void>; onClose: () => void }) {
  const m = useMessages();
  const save = async (form: FormData) => {
    await onSave(textOf(form, "token"));
    onClose();
  };
  return (
    <Dialog title={m.credentials.own} onClose={onClose}>
      <Form action={m.common.save} send={save} onCancel={onClose}>
        <TextField
          label={m.credentials.title}
          name="token"
          hint={m.credentials.ownHint}
          required
          maxLength={128}
          autoFocus
        />
        <p className="soft">{m.credentials.rotateText}</p>
      </Form>
    </Dialog>
  );
}
