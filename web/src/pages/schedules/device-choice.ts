import type { ChosenFilter, ScheduledCommands } from "@heliograph/contract";
import type { Messages } from "../../i18n/en/index.ts";

/** Devices named one by one, those that match, or all. */
export type DeviceChoice = Pick<ScheduledCommands, "deviceIds" | "filter" | "all">;
export type ChoiceKind = keyof Messages["schedules"]["choices"];

export const choiceKindOf = ({ deviceIds, filter }: DeviceChoice): ChoiceKind =>
  deviceIds ? "some" : filter ? "filter" : "all";

export const choiceOf = ({ deviceIds, filter, all }: DeviceChoice): DeviceChoice =>
  deviceIds ? { deviceIds } : filter ? { filter } : { all: all ?? true };

/** What ids are called; undefined for what is gone, or not known yet. */
export interface ChoiceNames {
  readonly type: (id: string) => string | undefined;
  readonly project: (id: string) => string | undefined;
  readonly group: (id: string) => string | undefined;
  readonly device: (id: string) => string | undefined;
}

type Words = Messages["schedules"];
export const devicesNamed = 3;

export function choiceText(choice: DeviceChoice, words: Words, names: ChoiceNames, locale: string): string {
  const { deviceIds, filter } = choice;
  if (deviceIds) return devicesText(deviceIds, words, names, locale);
  return filter ? filterText(filter, words, names) : words.all;
}

function devicesText(ids: readonly string[], words: Words, names: ChoiceNames, locale: string): string {
  if (ids.length === 0) return words.noDevices;
  const named = ids.slice(0, devicesNamed).map((id) => names.device(id) ?? words.gone);
  const more = ids.length > devicesNamed ? [words.moreDevices(ids.length - devicesNamed)] : [];
  return new Intl.ListFormat(locale).format([...named, ...more]);
}

function filterText(filter: ChosenFilter, words: Words, names: ChoiceNames): string {
  const { type, deviceProfileId, textSearch, projectId, group, active, where } = filter;
  const typeName = type ?? (deviceProfileId && (names.type(deviceProfileId) ?? words.gone));
  const project = projectId && (projectId === "none" ? words.inNoProject : inProject(projectId, words, names));
  return [
    typeName ? words.everyType(typeName) : words.everyDevice,
    group && words.inGroup(names.group(group) ?? words.gone),
    project,
    textSearch && words.named(textSearch),
    active !== undefined && (active ? words.activeOnly : words.inactiveOnly),
    where && words.withConditions,
  ]
    .filter(Boolean)
    .join(" ");
}

const inProject = (id: string, words: Words, names: ChoiceNames): string =>
  words.inProject(names.project(id) ?? words.gone);
