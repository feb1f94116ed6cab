import { AppError } from "../../kernel/errors.ts";

export const sortKeyMissing = (sortProperty: string) =>
  new AppError("SORT_KEY_MISSING", "invalid", `sortProperty=${sortProperty} needs sortKey: by which one to sort`);

export const sortTooMany = (found: number, most: number) =>
  new AppError(
    "SORT_TOO_MANY",
    "invalid",
    `${found} devices match; a list is sorted by newest values where at most ${most} do: narrow the filter`,
    { params: { found, most } },
  );
