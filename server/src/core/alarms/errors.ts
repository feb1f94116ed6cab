import { AppError } from "../../kernel/errors.ts";

export const alarmNotFound = (id: string) => new AppError("ALARM_NOT_FOUND", "not-found", `No alarm ${id}`);

export const alarmIsAnothers = () =>
  new AppError("ALARM_IS_ANOTHERS", "invalid", "originator, type: this alarm has others; they never change");

export const alarmDetailsTooLarge = (most: number) =>
  new AppError("ALARM_DETAILS_TOO_LARGE", "invalid", `details: more than ${most} bytes of JSON`);

export const alarmRangeInvalid = (first: string, last: string) =>
  new AppError("ALARM_RANGE_INVALID", "invalid", `${last} lies before ${first}; both are Unix milliseconds`);

export const tooManyAlarms = (most: number) =>
  new AppError("ALARMS_TOO_MANY", "conflict", `The tenant has ${most} alarms that are not cleared; clear some first`);

export const alarmTypesTooMany = (most: number) =>
  new AppError(
    "ALARM_TYPES_TOO_MANY",
    "conflict",
    `The device has ${most} alarms that are not cleared; clear some first`,
  );

export const assigneeNotFound = (id: string) =>
  new AppError("ALARM_ASSIGNEE_NOT_FOUND", "not-found", `No user ${id} who can see this alarm`);

export const alarmCommentNotFound = (id: string) =>
  new AppError("ALARM_COMMENT_NOT_FOUND", "not-found", `No comment ${id} of this alarm`);

export const notYourComment = () =>
  new AppError("ALARM_COMMENT_ANOTHERS", "forbidden", "Only who wrote a comment can change or delete it");

export const tooManyComments = (most: number) =>
  new AppError("ALARM_COMMENTS_TOO_MANY", "conflict", `An alarm has at most ${most} comments`);

export const shelvingOver = () =>
  new AppError("SHELVING_END_INVALID", "invalid", "until: has to lie ahead, by a year at the most");

export const alarmIsCleared = () =>
  new AppError("ALARM_CLEARED", "conflict", "The alarm is cleared; only an active one can be shelved");

export const windowNotFound = (id: string) =>
  new AppError("MAINTENANCE_NOT_FOUND", "not-found", `No maintenance window ${id}`);

export const windowInvalid = (reason: string) => new AppError("MAINTENANCE_INVALID", "invalid", reason);

export const tooManyWindows = (most: number) =>
  new AppError("MAINTENANCE_TOO_MANY", "conflict", `A tenant has at most ${most} maintenance windows`);
