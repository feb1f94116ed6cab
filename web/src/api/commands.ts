import type { CommandInput, CommandRecord, CommandStatus } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import type { Page } from "./devices.ts";

const path = (deviceId: string): string => `/api/devices/${deviceId}/commands`;
/** The live connection tells of changes; asking now and then finds what it could not tell. */
const watchEveryMs = 30_000;

/** Newest first. */
export const commands = (deviceId: string, status: CommandStatus | undefined, limit: number) =>
  queryOptions({
    queryKey: ["commands", deviceId, status, limit],
    queryFn: ({ signal }) =>
      api.exactJson<Page<CommandRecord>>(path(deviceId), { query: { status, page: 0, limit }, signal }),
    refetchInterval: watchEveryMs,
    placeholderData: keepPreviousData,
  });

export const queueCommand = (deviceId: string, body: CommandInput) =>
  api.json<CommandRecord>(path(deviceId), { method: "POST", body });

export const cancelCommand = (deviceId: string, commandId: string) =>
  api.json<CommandRecord>(`${path(deviceId)}/${commandId}`, { method: "DELETE" });

export interface RpcCall {
  readonly method: string;
  readonly params: unknown;
  readonly timeout: number;
}

/** The device's answer, as it sent it. */
export const callDevice = (deviceId: string, call: RpcCall, isOneway: boolean) =>
  api.text(`/api/rpc/${isOneway ? "oneway" : "twoway"}/${deviceId}`, { method: "POST", body: call });
