import type { AlarmId, DeviceId, NoticeId, ScheduleId, UserId } from "../../kernel/ids.ts";
import type { TenantUser, UserPreferences, UserStore } from "../access/index.ts";
import type { LetterLanguage, Mail } from "../mail/index.ts";
import type { ReachedProjects } from "../projects/index.ts";
import { type ChannelsOf, named } from "./measured.ts";
import type { Notification } from "./notice.ts";
import type { NoticeContent, NoticeStore } from "./notice-store.ts";
import { type NotificationText, textOf } from "./notification-text.ts";
import { alarmProjects } from "./recipients.ts";
import { scheduleOf } from "./teller.ts";

interface ComposingParts {
  readonly store: Pick<NoticeStore, "content" | "noticesOf" | "telling">;
  readonly users: Pick<UserStore, "findInTenant">;
  readonly preferences: Pick<UserPreferences, "of">;
  readonly mail: Pick<Mail, "linkTo">;
  readonly channels: ChannelsOf;
}

/** A message as its reader gets it. */
export interface Composed {
  readonly content: NoticeContent;
  readonly text: NotificationText;
  /** As it is in each language: what is read later may be read in another one. */
  readonly texts: () => Promise<Readonly<Record<LetterLanguage, NotificationText>>>;
  readonly language: LetterLanguage;
  readonly link: string | undefined;
  /** Where it is about one alarm, or one device. */
  readonly alarmId: AlarmId | null;
  readonly deviceId: DeviceId | null;
  readonly wantsMail: boolean;
}

/** Writes messages when they go out: in the reader's language, of what they may see at that moment [PRJ1]. */
export class Composing {
  readonly #parts: ComposingParts;
  readonly #lines: number;

  constructor(parts: ComposingParts, lines: number) {
    this.#parts = parts;
    this.#lines = lines;
  }

  /** Or why there is nothing to be told to them. */
  async of(notification: Notification): Promise<Composed | "RECIPIENT_GONE" | "OUT_OF_REACH"> {
    const { store, users, preferences } = this.#parts;
    const { tenantId, userId, noticeId } = notification;
    const user = userId === null ? undefined : await users.findInTenant(tenantId, userId);
    if (userId !== null && !user) return "RECIPIENT_GONE";
    const notices: readonly NoticeId[] = await store.noticesOf(notification.id);
    const found = await store.content(notices, projectsOf(user), this.#lines);
    if (!found) return "OUT_OF_REACH";
    const chosen = userId === null ? undefined : await preferences.of(userId as UserId);
    const language = chosen?.language ?? (await store.telling(noticeId))?.language ?? "en";
    const contentIn = async (wanted: LetterLanguage) => ({
      ...found,
      items: await named(found.items, this.#parts.channels, wanted),
    });
    const textIn = async (wanted: LetterLanguage) => textOf(await contentIn(wanted), wanted, chosen?.timeZone ?? "UTC");
    const [content, text] = [await contentIn(language), await textIn(language)];
    const texts = async () => ({ en: await textIn("en"), de: await textIn("de") });
    const [first] = content.items;
    const alarmId = content.count === 1 ? (first?.alarmId ?? null) : null;
    const link = this.#parts.mail.linkTo(placeOf(first && scheduleOf(first), alarmId, content));
    const deviceId = content.count === 1 ? (first?.deviceId ?? null) : null;
    return { content, text, texts, language, link, alarmId, deviceId, wantsMail: chosen?.notifications.alarms ?? true };
  }
}

function placeOf(schedule: ScheduleId | undefined, alarm: AlarmId | null, content: NoticeContent): string {
  if (schedule) return `/schedules/${schedule}`;
  return alarm === null ? `/alarms${filterOf(content)}` : `/alarms?alarm=${alarm}`;
}

/** Of several alarms: those of their type or of their severity, whatever became of them since. */
function filterOf({ titles, items, severity, count }: NoticeContent): string {
  const [type] = titles.length === 1 ? titles : [];
  const isOneSeverity = items.length === count && items.every((item) => item.severity === severity);
  const wanted = { ...(type !== undefined && { type }), ...(isOneSeverity && { severity }) };
  return `?${new URLSearchParams({ ...wanted, state: "all" })}`;
}

const projectsOf = (user: TenantUser | undefined): ReachedProjects => (user ? alarmProjects(user) : "all");
