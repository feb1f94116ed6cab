import { AppError } from "../../kernel/errors.ts";

export const savedCommandNotFound = (id: string) =>
  new AppError("SAVED_COMMAND_NOT_FOUND", "not-found", `No saved command ${id}`);

export const savedCommandIncomplete = (field: "text" | "method") =>
  new AppError("SAVED_COMMAND_INCOMPLETE", "invalid", `command.${field} is required for this type of command`, {
    params: { field },
  });

export const savedCommandsTooMany = (most: number) =>
  new AppError("SAVED_COMMANDS_TOO_MANY", "conflict", `At most ${most} commands can be saved; delete one first`, {
    params: { most },
  });

export const savedCommandOfAnother = (name: string) =>
  new AppError("SAVED_COMMAND_OF_ANOTHER", "forbidden", `${name} was saved by somebody else, who may change it`, {
    params: { name },
  });
