import type { CommandAction } from "@heliograph/contract";
import { epochMs } from "../../../../kernel/time.ts";
import type { CommandBody, Commands } from "../../../commands/index.ts";
import type { ActionTaker } from "../action-taker.ts";

/** Queues it and notes that in one transaction: once, whatever happens [RUL4, CMD2]. */
export const queueCommand = (commands: Pick<Commands, "queue">): ActionTaker<"COMMAND"> => ({
  kind: "COMMAND",
  isStored: true,
  carryOut: async ({ deviceId: id, tenantId, action, rule, transition }) => {
    const { expiresInMs } = action;
    const command = await commands.queue({ id, tenantId }, bodyOf(action), {
      createdBy: `rule ${rule.name}`,
      ...(expiresInMs !== undefined && { expiresTime: epochMs(Math.round(transition.now) + expiresInMs) }),
    });
    return `queued as ${command.id}`;
  },
});

function bodyOf({ type, text = "", method = "", params, target = "dev" }: CommandAction): CommandBody {
  switch (type) {
    case "SCRIPT":
      return { type, text };
    case "SCPI":
      return { type, target, text };
    case "RPC":
      return { type, method, params: JSON.stringify(params ?? {}), oneway: false };
  }
}
