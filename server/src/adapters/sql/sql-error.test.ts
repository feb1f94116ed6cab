import { expect, test } from "vitest";
import { errorOfPostgres } from "./sql-error.ts";

test.for(["timeout expired", "Query read timeout", "Connection terminated unexpectedly"])(
  "[RUN11] %j, as the driver says of a PostgreSQL that is there and silent, passes: it is waited for",
  (words) => {
    expect(errorOfPostgres(new Error(words))).toMatchObject({ code: "DATABASE_UNAVAILABLE", fault: "busy" });
  },
);
