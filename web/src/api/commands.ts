import type { CommandInput, CommandStatus, SavedCommandInput } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

/** The live connection tells of changes; asking now and then finds what it could not tell. */
const watchEveryMs = 30_000;

/** Newest first. */
export const commands = (deviceId: string, status: CommandStatus | undefined, limit: number) =>
  queryOptions({
    queryKey: ["commands", deviceId, status, limit],
    queryFn: ({ signal }) => api.commands.list({ deviceId, status, page: 0, limit }, { signal }),
    refetchInterval: watchEveryMs,
    placeholderData: keepPreviousData,
  });

export const queueCommand = (deviceId: string, body: CommandInput) => api.commands.queue({ deviceId, body });

export const cancelCommand = (deviceId: string, commandId: string) => api.commands.cancel({ deviceId, commandId });

/** One's own, and those shared with the tenant, by name. */
export const savedCommands = () =>
  queryOptions({
    queryKey: ["saved-commands"],
    queryFn: ({ signal }) => api.commands.saved({ page: 0, limit: 1_000 }, { signal }),
  });

export const saveCommand = (body: SavedCommandInput) => api.commands.save({ body });

export const removeSavedCommand = (savedCommandId: string) => api.commands.removeSaved({ savedCommandId });

export interface RpcCall {
  readonly method: string;
  readonly params: unknown;
  readonly timeout: number;
}

/** The device's answer, as it sent it. */
export const callDevice = (deviceId: string, call: RpcCall, isOneway: boolean) =>
  (isOneway ? api.commands.callOneway : api.commands.callTwoway)({ deviceId, body: call });
