import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { searchedDevices } from "../../../api/search.ts";
import { useChannels } from "../../../channels/use-channels.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useLatest } from "../../../live/use-latest.ts";
import { useTenantId } from "../../../shell/current-user.ts";
import { ActivityDot } from "../../../ui/activity.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ErrorNote, Skeleton } from "../../../ui/states.tsx";
import { useSettled } from "../../../ui/use-settled.ts";
import { otherLineId } from "./line-ids.ts";
import { mostKeys } from "./telemetry-search.ts";

interface AddChannelsProps {
  /** Whose page it is. */
  readonly deviceId: string;
  readonly chosen: readonly string[];
  readonly room: number;
  readonly onChange: (others: readonly string[]) => void;
  readonly onClose: () => void;
}

/** So long after the last letter devices are looked for. */
const typingMs = 250;

/** Channels of any device one may see, in the same chart: first the device, then what of it. */
export function AddChannels({ deviceId, chosen, room, onChange, onClose }: AddChannelsProps) {
  const m = useMessages();
  const [text, setText] = useState("");
  const [open, setOpen] = useState<{ readonly id: string; readonly name: string }>();
  const settled = useSettled(text, typingMs);
  const { data, error, isPending } = useQuery(searchedDevices(useTenantId(), settled, undefined));
  return (
    <Dialog title={m.compare.addChannels} onClose={onClose}>
      <div className="form">
        {room === 0 && <p role="status">{m.telemetry.mostChannels(mostKeys)}</p>}
        {open ? (
          <>
            <button type="button" className="link" onClick={() => setOpen(undefined)}>
              <Icon name="left" size={14} /> {m.compare.otherDevice}
            </button>
            <h3 className="break">{open.name}</h3>
            <DeviceChannels deviceId={open.id} {...{ chosen, room, onChange }} />
          </>
        ) : (
          <>
            <input
              type="search"
              aria-label={m.compare.findDevice}
              placeholder={m.compare.findDevice}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <ErrorNote error={error} />
            {isPending && <Skeleton lines={4} />}
            <ul className="pin-list">
              {data?.data
                .filter(({ id }) => id.id !== deviceId)
                .map((device) => (
                  <li key={device.id.id}>
                    <ActivityDot isActive={device.active} />
                    <button
                      type="button"
                      className="as-link grow"
                      onClick={() => setOpen({ id: device.id.id, name: device.name })}
                    >
                      {device.name}
                    </button>
                    <small className="soft cut">{device.label ?? device.type}</small>
                  </li>
                ))}
              {data?.data.every(({ id }) => id.id === deviceId) && <li className="soft">{m.compare.noOtherDevice}</li>}
            </ul>
          </>
        )}
        <div className="row">
          <button type="button" className="button primary" onClick={onClose}>
            {m.compare.done}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

type DeviceChannelsProps = Pick<AddChannelsProps, "deviceId" | "chosen" | "room" | "onChange">;

function DeviceChannels({ deviceId, chosen, room, onChange }: DeviceChannelsProps) {
  const m = useMessages();
  const { data, error } = useLatest(deviceId);
  const channels = useChannels(deviceId);
  if (!data) return error ? <ErrorNote error={error} /> : <Skeleton lines={4} />;
  const keys = Object.keys(data).sort((a, b) => channels(a).order - channels(b).order || a.localeCompare(b));
  return (
    <ul className="pin-list">
      {keys.map((key) => {
        const id = otherLineId(deviceId, key);
        const isChosen = chosen.includes(id);
        return (
          <li key={key}>
            <label className="row grow">
              <input
                type="checkbox"
                checked={isChosen}
                disabled={room === 0 && !isChosen}
                onChange={() => onChange(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])}
              />
              <span className="break">{channels(key).label}</span>
            </label>
          </li>
        );
      })}
      {keys.length === 0 && <li className="soft">{m.telemetry.empty}</li>}
    </ul>
  );
}
