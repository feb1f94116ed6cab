import type { AlarmInfoRecord, AttributeScope, LiveList } from "@heliograph/contract";
import type { Attribute } from "../../core/attributes/index.ts";
import { type Sample, valueAsJson } from "../../core/telemetry/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { DeviceId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** A key with its new value, or without any when it is gone. */
export type SampleChange = readonly [key: string, sample: Sample | undefined];
export type AttributeChange = readonly [key: string, attribute: Attribute | undefined];

export interface Activity {
  readonly active: boolean;
  readonly lastActivityTime: EpochMs | null;
}

/** What a frame about a device holds; absent parts were not asked for, or did not change. */
export interface DeviceNews {
  telemetry?: readonly SampleChange[];
  attributes?: ReadonlyMap<AttributeScope, readonly AttributeChange[]>;
  activity?: Activity;
  /** Lists to be read again. */
  lists?: readonly LiveList[];
}

/** Written by hand: values keep all their digits [TEL3]. What is gone is null. */
export function deviceFrame(type: "state" | "change", id: number, deviceId: DeviceId, news: DeviceNews): string {
  const parts = [`"type":"${type}","id":${id},"deviceId":"${deviceId}"`];
  if (news.telemetry) parts.push(`"telemetry":${objectOf(news.telemetry, sampleText)}`);
  if (news.attributes) parts.push(`"attributes":${scopesText(news.attributes)}`);
  if (news.activity) parts.push(`"activity":${JSON.stringify(news.activity)}`);
  if (news.lists) parts.push(`"lists":${JSON.stringify(news.lists)}`);
  return `{${parts.join(",")}}`;
}

export const isEmpty = (news: DeviceNews): boolean =>
  !news.telemetry && !news.attributes && !news.activity && !news.lists;

const sampleText = ({ ts, value }: Sample): string => `{"ts":${ts},"value":${valueAsJson(value)}}`;

const attributeText = ({ value, lastUpdateTs }: Attribute): string =>
  `{"value":${valueAsJson(value)},"lastUpdateTs":${lastUpdateTs}}`;

const scopesText = (scopes: ReadonlyMap<AttributeScope, readonly AttributeChange[]>): string =>
  `{${[...scopes].map(([scope, changes]) => `"${scope}":${objectOf(changes, attributeText)}`).join(",")}}`;

const objectOf = <T>(members: readonly (readonly [string, T | undefined])[], written: (value: T) => string): string =>
  `{${members
    .map(([key, value]) => `${JSON.stringify(key)}:${value === undefined ? "null" : written(value)}`)
    .join(",")}}`;

/** Values of many devices [DSH4]; a device that is null is not on the page any more. */
export const pageFrame = (
  type: "state" | "change",
  id: number,
  devices: readonly (readonly [deviceId: string, values: readonly SampleChange[] | undefined])[],
): string => `{"type":"${type}","id":${id},"devices":${objectOf(devices, (values) => objectOf(values, sampleText))}}`;

/** The reader is to read its list of alarms again. */
export const alarmStateFrame = (id: number): string => `{"type":"state","id":${id},"lists":["alarms"]}`;

export const alarmChangeFrame = (id: number, alarms: readonly AlarmInfoRecord[]): string =>
  JSON.stringify({ type: "change", id, alarms });

/** How many messages of the reader's inbox are unread. */
export const inboxFrame = (type: "state" | "change", id: number, unread: number): string =>
  JSON.stringify({ type, id, inbox: { unread } });

export const authenticatedFrame = '{"type":"authenticated"}';
export const pongFrame = '{"type":"pong"}';
export const unsubscribedFrame = (id: number): string => `{"type":"unsubscribed","id":${id}}`;

/** A request that was refused; `id` where it was about a subscription. Unexpected errors say no more than that. */
export const errorFrame = (error: unknown, id: number | undefined): string =>
  JSON.stringify({ type: "error", ...(id !== undefined && { id }), ...reasonOf(error) });

/** A subscription that is no more, and why. */
export const endedFrame = (id: number, error: unknown): string =>
  JSON.stringify({ type: "ended", id, ...reasonOf(error) });

const reasonOf = (error: unknown): { code: string; message: string } =>
  error instanceof AppError
    ? { code: error.code, message: error.message }
    : { code: "INTERNAL", message: "Something went wrong on our side; the log has the details" };
