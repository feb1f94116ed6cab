import type { Channel, DeviceDescription } from "@heliograph/contract";
import { describeChannels } from "@heliograph/contract/channel-meaning";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { deviceDescription, saveOverrides } from "../../../api/device-types.ts";
import type { Channels } from "../../../channels/use-channels.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { toast } from "../../../ui/toast.tsx";
import { channelFaults } from "../../device-types/channel-faults.ts";
import { ChannelForm } from "../../device-types/channel-form.tsx";

interface OverridesDialogProps {
  readonly deviceId: string;
  readonly description: DeviceDescription;
  readonly keys: readonly string[];
  readonly channels: Channels;
  readonly onClose: () => void;
}

/** What this device says otherwise than its type: only what is filled in counts before the type's word [TYP2]. */
export function OverridesDialog({ deviceId, description, keys, channels, onClose }: OverridesDialogProps) {
  const m = useMessages();
  const client = useQueryClient();
  const [version, setVersion] = useState(description.version); // of what is edited, not of what arrives meanwhile
  const [own, setOwn] = useState(description.overrides);
  const [chosen, setChosen] = useState(keys[0] ?? "");
  const ofType = useMemo(() => describeChannels({ type: description.channels }), [description.channels]);
  const said = own.find(({ key }) => key === chosen) ?? { key: chosen };
  const set = (channel: Channel) => {
    const others = own.filter(({ key }) => key !== chosen);
    setOwn(Object.keys(channel).length > 1 ? [...others, channel] : others);
    setChosen(channel.key);
  };
  const save = async () => {
    const now = await saveOverrides(deviceId, own, version);
    client.setQueryData(deviceDescription(deviceId).queryKey, now);
    toast(m.common.saved);
    onClose();
  };
  const loadNewer = async () => {
    const newer = await client.fetchQuery({ ...deviceDescription(deviceId), staleTime: 0 });
    setVersion(newer.version);
    setOwn(newer.overrides);
  };
  return (
    <Dialog title={m.deviceTypes.overrides} onClose={onClose} size="wide">
      <Form action={m.common.save} send={save} onCancel={onClose} onLoadNewer={loadNewer}>
        <p className="soft">{m.deviceTypes.overridesText}</p>
        <div className="override-list">
          {own.length === 0 ? (
            <span className="soft">{m.deviceTypes.noOverrides}</span>
          ) : (
            <>
              <span>{m.deviceTypes.overridden}</span>
              {own.map(({ key }) => (
                <span key={key} className="chip">
                  <button type="button" className="link" onClick={() => setChosen(key)}>
                    {channels(key).label}
                  </button>
                  <button
                    type="button"
                    className="button ghost square small"
                    aria-label={`${m.deviceTypes.backToType}: ${channels(key).label}`}
                    title={m.deviceTypes.backToType}
                    onClick={() => setOwn(own.filter((one) => one.key !== key))}
                  >
                    <Icon name="close" size={14} />
                  </button>
                </span>
              ))}
            </>
          )}
        </div>
        <Field label={m.deviceTypes.channel}>
          {(id) => (
            <select id={id} value={chosen} onChange={({ target }) => setChosen(target.value)}>
              {[...new Set([...keys, ...own.map(({ key }) => key), chosen])].map((key) => (
                <option key={key} value={key}>
                  {channels(key).label}
                  {own.some((one) => one.key === key) && ` • ${m.deviceTypes.otherwise}`}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ChannelForm
          key={chosen}
          channel={said}
          inherited={ofType(chosen)}
          faults={channelFaults(said, [])}
          onChange={set}
        />
      </Form>
    </Dialog>
  );
}
