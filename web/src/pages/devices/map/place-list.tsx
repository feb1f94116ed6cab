import type { PositionedDevice } from "@heliograph/contract";
import { Link } from "@tanstack/react-router";
import { useMessages } from "../../../i18n/messages.tsx";
import { ActivityDot } from "../../../ui/activity.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { SeverityMark } from "../../../ui/severity.tsx";

/** More are found by the list. */
const shownAtMost = 100;

interface PlaceListProps {
  readonly devices: readonly PositionedDevice[];
  readonly onClose: () => void;
}

/** Devices that no map could show apart. */
export function PlaceList({ devices, onClose }: PlaceListProps) {
  const m = useMessages();
  const left = devices.length - shownAtMost;
  return (
    <section className="place-list card" aria-label={m.deviceList.here}>
      <div className="row between">
        <strong>{m.dashboards.devicesHere(devices.length)}</strong>
        <button type="button" className="button ghost square small" aria-label={m.common.close} onClick={onClose}>
          <Icon name="close" size={16} />
        </button>
      </div>
      <ul>
        {devices.slice(0, shownAtMost).map((device) => (
          <li key={device.id}>
            <ActivityDot isActive={device.active} />
            <Link to="/devices/$deviceId" params={{ deviceId: device.id }} className="cut">
              {device.name}
            </Link>
            {device.alarmSeverity && <SeverityMark severity={device.alarmSeverity} size={14} />}
          </li>
        ))}
      </ul>
      {left > 0 && <p className="soft">{m.jobs.more(left)}</p>}
    </section>
  );
}
