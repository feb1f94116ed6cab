import type { NotifiedAlarms, QuietHours, UserChannel } from "@heliograph/contract";
import type { Messages } from "../../../i18n/messages.tsx";
import { weekdayText } from "../../maintenance/window-text.ts";
import { spanText } from "../../rules/sentence/spans.ts";
import { filledText } from "../../rules/sentence/template.ts";
import { hasUsers, joined, type RecipientWords, whomText } from "../recipients/recipient-text.ts";
import type { PolicyDraft } from "./policy-draft.ts";

/** In whose words a policy is told. */
export interface PolicyWording extends RecipientWords {
  readonly severities: Messages["alarms"]["severities"];
  readonly channels: Messages["notifications"]["channels"];
  readonly locale: string;
  readonly type: (id: string) => string | undefined;
  readonly project: (id: string) => string | undefined;
  readonly device: (id: string) => string | undefined;
}

/** "a Critical or Major alarm" */
export function whichText({ severities = [], types = [] }: NotifiedAlarms, wording: PolicyWording): string {
  const { policies: w } = wording;
  const bad = joined(
    severities.map((one) => wording.severities[one]),
    w.or,
  );
  if (types.length > 0) return w.named(joined(firstFew(types, w), w.or), bad);
  return bad === "" ? w.anyAlarm : w.alarmOf(bad);
}

/** "every Pump in Test field North" */
export function whereText(alarms: NotifiedAlarms, wording: PolicyWording): string {
  const { policies: w } = wording;
  const { deviceIds = [], deviceProfileIds = [], projectIds = [] } = alarms;
  const listed = (ids: readonly string[], nameOf: (id: string) => string | undefined) =>
    joined(
      firstFew(
        ids.map((id) => nameOf(id) ?? w.gone),
        w,
      ),
      w.or,
    );
  const [types, projects] = [listed(deviceProfileIds, wording.type), listed(projectIds, wording.project)];
  if (deviceIds.length > 0) return listed(deviceIds, wording.device);
  if (types === "" && projects === "") return w.anyDevice;
  if (projects === "") return w.everyType(types);
  return types === "" ? w.everythingIn(projects) : w.everyTypeIn(types, projects);
}

const namedAtMost = 3;

const firstFew = (names: readonly string[], w: Messages["policies"]): readonly string[] =>
  names.length <= namedAtMost ? names : [...names.slice(0, namedAtMost), w.more(names.length - namedAtMost)];

/** "web and e-mail" */
export const howText = (channels: readonly UserChannel[], { channels: names, policies }: PolicyWording): string =>
  joined(
    channels.map((one) => names[one]),
    policies.and,
  );

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
};

/** What the clock shows when it is over. */
export function endOf({ start, durationMs }: Pick<QuietHours, "start" | "durationMs">): string {
  const end = (minutesOf(start) + Math.round(durationMs / minuteMs)) % dayMinutes;
  return [Math.floor(end / 60), end % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** From one clock time to the next other; to the same is a whole day. */
export const lastsFrom = (start: string, end: string): number =>
  (((minutesOf(end) - minutesOf(start) + dayMinutes - 1) % dayMinutes) + 1) * minuteMs;

/** "wait Mon, Tue from 22:00 to 06:00 (Europe/Berlin)" */
export function quietText(quiet: QuietHours | null, { policies: w, locale }: PolicyWording): string {
  if (!quiet) return w.noQuiet;
  const { weekdays, start, timeZone } = quiet;
  const days = weekdays.toSorted((a, b) => a - b).map((day) => weekdayText(day, locale));
  return w.quiet(days.length === 7 ? w.everyDay : days.join(", "), start, endOf(quiet), timeZone);
}

export function exceptText({ except }: QuietHours, { policies: w, severities }: PolicyWording): string {
  if (except.length === 0) return w.noException;
  return w.except(
    joined(
      except.map((one) => severities[one]),
      w.and,
    ),
  );
}

export const limitText = (perHour: number | null, { policies: w }: PolicyWording): string =>
  perHour === null ? w.nodeLimit : w.limit(perHour);

/** A policy as sentences: what it tells first, then what is not as usual. */
export function policyText(draft: PolicyDraft, wording: PolicyWording): readonly string[] {
  const { policies: w, locale } = wording;
  const { alarms, recipients, channels, quietHours, escalation, tellCleared, perHour } = draft;
  const told = { which: whichText(alarms, wording), where: whereText(alarms, wording) };
  const tell = { whom: whomText(recipients, wording), how: howText(channels, wording) };
  return [
    filledText(hasUsers(recipients) ? w.lines.tell : w.lines.tellOthers, { ...told, ...tell }),
    ...escalation.map((step) =>
      filledText(hasUsers(step.recipients) ? w.lines.escalation : w.lines.escalationOthers, {
        after: spanText(step.afterMs, locale),
        ...{ whom: whomText(step.recipients, wording), how: howText(step.channels, wording) },
      }),
    ),
    ...(tellCleared ? [filledText(w.lines.cleared, { done: w.tellCleared })] : []),
    ...(quietHours ? [quietSentence(quietHours, wording)] : []),
    ...(perHour === null ? [] : [filledText(w.lines.limit, { limit: limitText(perHour, wording) })]),
  ];
}

function quietSentence(quiet: QuietHours, wording: PolicyWording): string {
  const { lines } = wording.policies;
  const template = quiet.except.length === 0 ? lines.quiet : lines.quietExcept;
  return filledText(template, { quiet: quietText(quiet, wording), except: exceptText(quiet, wording) });
}
