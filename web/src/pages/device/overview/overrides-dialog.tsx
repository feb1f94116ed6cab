import type { Channel, DeviceDescription } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deviceDescription, saveOverrides } from "../../../api/device-types.ts";
import type { Channels } from "../../../channels/use-channels.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { toast } from "../../../ui/toast.tsx";
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
  const [own, setOwn] = useState(description.overrides);
  const [chosen, setChosen] = useState(keys[0] ?? "");
  const said = own.find(({ key }) => key === chosen) ?? { key: chosen };
  const set = (channel: Channel) => {
    const others = own.filter(({ key }) => key !== chosen);
    setOwn(Object.keys(channel).length > 1 ? [...others, channel] : others);
    setChosen(channel.key);
  };
  const save = async () => {
    const now = await saveOverrides(deviceId, own, description.version);
    client.setQueryData(deviceDescription(deviceId).queryKey, now);
    toast(m.common.saved);
    onClose();
  };
  return (
    <Dialog title={m.deviceTypes.overrides} onClose={onClose} size="wide">
      <Form action={m.common.save} send={save} onCancel={onClose}>
        <p className="soft">{m.deviceTypes.overridesText(own.length)}</p>
        <Field label={m.deviceTypes.channel}>
          {(id) => (
            <select id={id} value={chosen} onChange={({ target }) => setChosen(target.value)}>
              {[...new Set([...keys, ...own.map(({ key }) => key), chosen])].map((key) => (
                <option key={key} value={key}>
                  {channels(key).label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ChannelForm channel={said} onChange={set} />
      </Form>
    </Dialog>
  );
}
