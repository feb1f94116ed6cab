import type { CommandInput } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { queueCommand } from "../../../api/commands.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { toast } from "../../../ui/toast.tsx";
import { CommandDialog } from "./command-dialog.tsx";

/** A command for one device. */
export function CommandForm({ deviceId, onClose }: { readonly deviceId: string; readonly onClose: () => void }) {
  const m = useMessages();
  const client = useQueryClient();
  const queue = async (command: CommandInput) => {
    await queueCommand(deviceId, command);
    toast(m.commands.queued);
    void client.invalidateQueries({ queryKey: ["commands", deviceId] });
    onClose();
  };
  return <CommandDialog title={m.commands.new} action={m.commands.send} send={queue} onClose={onClose} />;
}
