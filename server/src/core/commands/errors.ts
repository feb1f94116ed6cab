import { AppError } from "../../kernel/errors.ts";

export const commandNotFound = (id: string) => new AppError("COMMAND_NOT_FOUND", "not-found", `No command ${id}`);

export const commandFinished = (id: string) =>
  new AppError("COMMAND_FINISHED", "conflict", `Command ${id} is finished and cannot be cancelled`);

export const commandQueueFull = (limit: number) =>
  new AppError("COMMAND_QUEUE_FULL", "conflict", `The device has ${limit} waiting commands; cancel some first`, {
    params: { limit },
  });

export const rpcNoAnswer = () =>
  new AppError("RPC_NO_ANSWER", "no-answer", "The device did not answer in time; it may be offline");

export const rpcFailed = (reason: string) => new AppError("RPC_FAILED", "no-answer", `The call failed: ${reason}`);
