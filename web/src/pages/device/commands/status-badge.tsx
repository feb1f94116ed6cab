import type { CommandStatus } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";

const colours = {
  QUEUED: "warn",
  SENT: "accent",
  DONE: "good",
  FAILED: "bad",
  EXPIRED: "bad",
  CANCELLED: "",
} as const satisfies Record<CommandStatus, string>;

/** All of them, in the order of a command's life. */
export const commandStatuses = Object.keys(colours) as CommandStatus[];

export function StatusBadge({ status }: { readonly status: CommandStatus }) {
  const m = useMessages();
  return <span className={`badge ${colours[status]}`}>{m.commands.status[status]}</span>;
}
