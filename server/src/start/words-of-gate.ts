import type { Gate } from "../adapters/sql/postgres/gate.ts";
import { errorOfPostgres } from "../adapters/sql/sql-error.ts";
import type { StorageGate } from "../adapters/telemetry-blocks/index.ts";
import { AppError } from "../kernel/errors.ts";

/** The gate speaks as the driver does: callers are told as by the stores of entities. */
export const inWordsOfOurs = (gate: Pick<Gate, "during" | "isOpen">): StorageGate => ({
  during: async (begin) => {
    try {
      return await gate.during(begin);
    } catch (error) {
      throw toldOf(error);
    }
  },
  get isOpen() {
    return gate.isOpen;
  },
});

function toldOf(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const told = errorOfPostgres(error);
  return told instanceof AppError ? told : error;
}
