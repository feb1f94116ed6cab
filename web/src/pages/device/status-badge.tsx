import { useMessages } from "../../i18n/messages.tsx";
import type { CommandStatus } from "../../wire/commands.ts";

const colours = {
  QUEUED: "warn",
  SENT: "accent",
  DONE: "good",
  FAILED: "bad",
  EXPIRED: "bad",
  CANCELLED: "",
} as const satisfies Record<CommandStatus, string>;

export function StatusBadge({ status }: { readonly status: CommandStatus }) {
  const m = useMessages();
  return <span className={`badge ${colours[status]}`}>{m.commands.status[status]}</span>;
}
