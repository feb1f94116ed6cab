import type { CalculatedChannelRecord } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { calculatedChannel, deleteCalculated } from "../../api/calculated-channels.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Confirm } from "../../ui/confirm.tsx";

interface DeleteCalculatedProps {
  readonly channel: CalculatedChannelRecord;
  readonly onDeleted?: () => void;
  readonly onClose: () => void;
}

export function DeleteCalculated({ channel: { id, definition }, onDeleted, onClose }: DeleteCalculatedProps) {
  const m = useMessages();
  const client = useQueryClient();
  const remove = async () => {
    await deleteCalculated(id.id);
    onDeleted?.();
    client.removeQueries({ queryKey: calculatedChannel(id.id).queryKey });
    for (const key of ["calculated-channels", "device-description", "audit"])
      void client.invalidateQueries({ queryKey: [key] });
  };
  return (
    <Confirm
      title={m.calculated.deleteTitle}
      text={m.calculated.deleteText(definition.key)}
      action={m.common.delete}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
