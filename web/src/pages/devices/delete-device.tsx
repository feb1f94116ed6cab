import type { DeviceRecord } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { deleteDevice } from "../../api/devices.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { toast } from "../../ui/toast.tsx";

interface DeleteDeviceProps {
  readonly device: DeviceRecord;
  readonly onClose: () => void;
  /** Leaves the pages of the device: what they show is forgotten after that. */
  readonly onDeleted?: () => Promise<void>;
}

export function DeleteDevice({ device, onClose, onDeleted }: DeleteDeviceProps) {
  const m = useMessages();
  const client = useQueryClient();
  const remove = async () => {
    await deleteDevice(device.id.id);
    toast(m.devices.deleted(device.name));
    await onDeleted?.();
    client.removeQueries({ queryKey: ["device", device.id.id] });
    void client.invalidateQueries({ queryKey: ["devices"] });
    void client.invalidateQueries({ queryKey: ["device-types"] });
  };
  return (
    <Confirm
      title={m.devices.deleteTitle}
      text={m.devices.deleteText(device.name)}
      action={m.common.delete}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
