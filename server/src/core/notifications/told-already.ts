import type { Notification } from "./notice.ts";

/** Whether somebody knows already: several policies and rules may tell the same person of the same alarm [NTF1]. */
export interface ToldAlready {
  /**
   * The policy or rule that told them all of it over the same channel, at about the same time; undefined where something in it is
   * new to them, is said in words of its own, or is a reminder.
   */
  by(
    notification: Pick<Notification, "tenantId" | "noticeId" | "channel" | "name">,
    withinMs: number,
  ): Promise<string | undefined>;
}
