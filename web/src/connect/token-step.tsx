import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { setCredentials } from "../api/devices.ts";
import { useMessages } from "../i18n/messages.tsx";
import { useMay } from "../shell/current-user.ts";
import { Confirm } from "../ui/confirm.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";

interface TokenStepProps {
  readonly deviceId: string;
  readonly token: string;
}

/** The token of a device that somebody connects: shown, as it is what they came for. */
export function TokenStep({ deviceId, token }: TokenStepProps) {
  const m = useMessages();
  const client = useQueryClient();
  const mayChange = useMay()("EDIT_DEVICE_CREDENTIALS");
  const [isAsking, setAsking] = useState(false);
  const renew = async () => {
    client.setQueryData(["credentials", deviceId], await setCredentials(deviceId));
    toast(m.credentials.rotated);
  };
  return (
    <div className="row">
      <code className="token break">{token}</code>
      <CopyButton text={token} label={m.common.copy} />
      {mayChange && (
        <button type="button" className="button" onClick={() => setAsking(true)}>
          <Icon name="refresh" /> {m.connect.newToken}
        </button>
      )}
      {isAsking && (
        <Confirm
          title={m.credentials.rotateTitle}
          text={m.credentials.rotateText}
          action={m.connect.newToken}
          onConfirm={renew}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
