import type { DeviceRecord } from "@heliograph/contract";
import { Link } from "@tanstack/react-router";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { tabNeeds } from "../../shell/page-needs.ts";
import { Icon } from "../../ui/icon.tsx";

interface CreatedNoteProps {
  readonly device: DeviceRecord;
  readonly onClose: () => void;
}

/** A new device sends nothing by itself: leads on to its token and how to use it. */
export function CreatedNote({ device, onClose }: CreatedNoteProps) {
  const m = useMessages();
  const mayConnect = useMay()(tabNeeds.credentials);
  const params = { deviceId: device.id.id };
  return (
    <div className="note created-note" role="status">
      <Icon name="check" />
      <span className="break grow">{m.devices.waits(device.name)}</span>
      {mayConnect ? (
        <Link to="/devices/$deviceId/credentials" params={params} className="button small primary">
          <Icon name="key" /> {m.device.howToConnect}
        </Link>
      ) : (
        <Link to="/devices/$deviceId" params={params} className="button small">
          {m.device.tabs.overview}
        </Link>
      )}
      <button
        type="button"
        className="button ghost square small"
        aria-label={m.common.close}
        title={m.common.close}
        onClick={onClose}
      >
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}
