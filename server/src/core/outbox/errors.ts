import { AppError } from "../../kernel/errors.ts";

export const outboxFull = (limit: number) =>
  new AppError(
    "OUTBOX_FULL",
    "no-room",
    `${limit} deliveries of this tenant wait or were given up; see to those first`,
    { params: { limit } },
  );

export const outboxEntryNotFound = (id: string) =>
  new AppError("OUTBOX_ENTRY_NOT_FOUND", "not-found", `No delivery ${id}`);
