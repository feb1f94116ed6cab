import type { CommandInput, CommandRecord } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { Command, CommandBody } from "../../../core/commands/index.ts";
import { requestInvalid } from "../../../kernel/request-invalid.ts";

export const commandRecordOf = (command: Command): CommandRecord => ({
  id: { entityType: "COMMAND", id: command.id },
  createdTime: command.createdTime,
  deviceId: { entityType: "DEVICE", id: command.deviceId },
  type: command.body.type,
  status: command.status,
  messageId: command.messageId,
  parameters: parametersOf(command.body),
  createdBy: command.createdBy,
  sentTime: command.sentTime,
  answeredTime: command.answeredTime,
  expiresTime: command.expiresTime,
  attempts: command.attempts,
  answer: command.answer,
  error: command.error,
});

function parametersOf({ type: _, ...parameters }: CommandBody): Record<string, unknown> {
  return "params" in parameters ? { ...parameters, params: parseJsonText(parameters.params) } : parameters;
}

const missing = (field: string, type: string) =>
  requestInvalid(`${field} is required for ${type}`, { field, kind: "required" });

export function commandBodyOf(input: CommandInput): CommandBody {
  if (input.type === "RPC") {
    if (input.method === undefined) throw missing("method", input.type);
    return { type: "RPC", method: input.method, params: paramsText(input.params), oneway: false };
  }
  if (input.text === undefined) throw missing("text", input.type);
  if (input.type === "SCRIPT") return { type: "SCRIPT", text: input.text };
  return { type: "SCPI", target: input.target ?? "dev", text: input.text };
}

/** Devices expect `params` to be there, if only as an empty object. */
export const paramsText = (params: unknown): string => JSON.stringify(params ?? {});
