import {
  type Channel,
  type DashboardVariable,
  type DataRequest,
  type Permission,
  type PlainSelection,
  pageRequest,
  type SharedDashboard,
  type SharedDataRequest,
  withReferences,
} from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";
import type { DeviceTypeId, TenantId } from "../../kernel/ids.ts";
import type { Clock } from "../../kernel/time.ts";
import { reachFor, type UserPreferences } from "../access/index.ts";
import type { DashboardData, DataPiece, DataReader, ToldTimes, WatchedDevices } from "../dashboard-data/index.ts";
import type { DeviceTypes } from "../device-types/index.ts";
import type { DeviceWithActivity } from "../devices/index.ts";
import { DescribedKeys, type DescribedPiece } from "./described-keys.ts";
import { nothingForShare, sharePageUnknown } from "./errors.ts";
import type { OpenedShare } from "./open-shares.ts";
import { type DefaultDevices, sharedConfiguration } from "./shared-configuration.ts";
import { ownRange, rangeWithin, type SharedRange, toldTimes } from "./shared-range.ts";
import { chosenFor, isFree } from "./shared-variables.ts";
import { onlyShownKeys } from "./shown-keys.ts";

export type SharedPiece = DataPiece | { readonly is: "range"; readonly range: SharedRange } | DescribedPiece;

/** A page, and what was chosen for variables that the link leaves open. */
interface SharedPageChoice {
  readonly page: string;
  readonly choices?: SharedDataRequest["choices"] | undefined;
}

interface SharedDataParts {
  readonly dashboardData: Pick<DashboardData, "answer" | "devices" | "watched">;
  readonly deviceTypes: Pick<DeviceTypes, "require">;
  readonly preferences: Pick<UserPreferences, "of">;
  readonly clock: Clock;
}

type DeviceVariable = Extract<DashboardVariable, { kind: "DEVICE" }>;

/** As many as a selection names. */
const namedAtMost = 200;

const amongOf = (variable: DashboardVariable): PlainSelection =>
  (variable.kind === "DEVICE" ? variable.among : undefined) ?? { kind: "ALL" };

/** The questions of a page, and of which times the link tells at all. */
type AskedWithin = DataRequest & { readonly times: ToldTimes };

/** What can be seen through a link: the dashboard's own questions, asked with its maker's rights, and nothing else [DSH6]. */
export class SharedData {
  readonly #parts: SharedDataParts;

  constructor(parts: SharedDataParts) {
    this.#parts = parts;
  }

  async dashboard(opened: OpenedShare): Promise<SharedDashboard> {
    const { share, dashboard, alias } = opened;
    const { title, version, configuration } = dashboard;
    const free = configuration.variables
      .filter((one) => one.kind === "DEVICE")
      .filter((one) => isFree(one, share.terms));
    const choices = await this.#choices(opened, free);
    const defaults = await this.#defaults(opened, free, choices);
    return {
      ...{ title, version, choices, time: share.terms.time },
      configuration: sharedConfiguration(configuration, share.terms, alias, defaults),
    };
  }

  /** `noted` sees what is read, and with which rights. */
  async *answer(
    opened: OpenedShare,
    request: SharedDataRequest,
    gone: AbortSignal,
    noted: (reader: DataReader) => DataReader,
  ): AsyncGenerator<SharedPiece> {
    const { times, ...asked } = await this.#asked(opened, request, gone);
    yield { is: "range", range: { from: asked.startTs, to: asked.endTs } };
    if (Object.keys(asked.queries).length === 0) {
      yield { is: "end" };
      return;
    }
    const reader = noted({ ...readerOf(opened, gone), times });
    const described = new DescribedKeys((typeId) => this.#channelsOf(opened.reach.tenantId, typeId), asked);
    for await (const piece of onlyShownKeys(this.#parts.dashboardData.answer(reader, asked), asked)) {
      if (piece.is === "devices") noteShown(opened, piece.devices);
      yield* described.before(piece);
      yield masked(asOf(piece, times));
    }
  }

  /** Which keys of which devices a page shows the newest value of: none that its answer does not tell [DSH4]. */
  async watched(opened: OpenedShare, { page, choices = {} }: SharedPageChoice): Promise<WatchedDevices> {
    const staying = new AbortController().signal;
    const { queries, variables = {}, times } = await this.#asked(opened, { page, choices, width: 1 }, staying);
    if (times.until !== undefined) return { devices: new Map(), isFixed: true }; // nothing comes that it may tell
    const latest = Object.entries(queries).flatMap(([name, query]) =>
      query.kind === "LATEST" && query.keys ? [[name, query] as const] : [],
    );
    const asked = { queries: Object.fromEntries(latest), variables };
    const watched = await this.#parts.dashboardData.watched(readerOf(opened, staying), asked);
    return { ...watched, notBefore: times.notBefore };
  }

  /** The questions of the page, as its makers saved them; names of questions have no id that is not the link's own. */
  async #asked(opened: OpenedShare, request: SharedDataRequest, gone: AbortSignal): Promise<AskedWithin> {
    const { share, dashboard, alias } = opened;
    const { configuration } = dashboard;
    const { page: pageId, width, timeZone = "UTC", choices: sent = {} } = request;
    const page = configuration.pages.find(({ id }) => id === pageId);
    if (!page) throw sharePageUnknown();
    const choices = await chosenFor(
      configuration.variables,
      share.terms,
      sent,
      async (variable, wanted) =>
        (await this.#devicesOf(opened, amongOf(variable), gone)).find(({ id }) => alias(id) === wanted)?.id,
    );
    const now = this.#parts.clock();
    const own = ownRange(configuration, share.terms.time, now, await this.#zoneOf(opened));
    const { from, to } = rangeWithin(own, share.terms.time, request);
    const view = { page, from, to, timeZone, choices, width };
    const asked = pageRequest({ ...view, configuration });
    const named = pageRequest({ ...view, configuration: withReferences(configuration, (_, id) => alias(id)) });
    const names = Object.keys(named?.queries ?? {});
    const queries = Object.values(asked?.queries ?? {}).map((query, at) => [names[at] ?? `q${at}`, query] as const);
    const times = share.ticket ? {} : toldTimes(own, share.terms.time, now);
    return { startTs: from, endTs: to, timeZone, ...asked, queries: Object.fromEntries(queries), times };
  }

  /** Days begin where the link's maker says, not where whoever looks says they are: that would be another time [DSH6]. */
  async #zoneOf({ share: { userId } }: OpenedShare): Promise<string> {
    return (await this.#parts.preferences.of(userId)).timeZone ?? "UTC";
  }

  /** Devices that are not shown with it are none of anybody's business: those out of its maker's reach are left out. */
  async #defaults(
    opened: OpenedShare,
    free: readonly DeviceVariable[],
    choices: SharedDashboard["choices"],
  ): Promise<DefaultDevices> {
    const staying = new AbortController().signal;
    const lists = free.map(async ({ name, default: standard }) => {
      const devices = standard ? await this.#devicesOf(opened, standard, staying) : [];
      const ids = new Set(devices.map(({ id }) => opened.alias(id)));
      const offered = choices[name] ?? [];
      const areAll = offered.length > 0 && offered.every(({ id }) => ids.has(id));
      return [name, areAll ? [] : [...ids].slice(0, namedAtMost)] as const;
    });
    return new Map(await Promise.all(lists));
  }

  async #choices(opened: OpenedShare, free: readonly DeviceVariable[]): Promise<SharedDashboard["choices"]> {
    const staying = new AbortController().signal;
    const lists = free.map(async (variable) => {
      const devices = await this.#devicesOf(opened, amongOf(variable), staying);
      return [variable.name, devices.map(({ id, name }) => ({ id: opened.alias(id), name }))] as const;
    });
    return Object.fromEntries(await Promise.all(lists));
  }

  /** Those a variable can be; none where they are gone, or more than a question may be about. */
  async #devicesOf(
    opened: OpenedShare,
    selection: PlainSelection,
    gone: AbortSignal,
  ): Promise<readonly DeviceWithActivity[]> {
    try {
      return await this.#parts.dashboardData.devices(readerOf(opened, gone), selection);
    } catch (error) {
      if (error instanceof AppError) return [];
      throw error;
    }
  }

  async #channelsOf(tenantId: TenantId, typeId: DeviceTypeId): Promise<readonly Channel[]> {
    try {
      return (await this.#parts.deviceTypes.require(tenantId, typeId)).definition.channels;
    } catch (error) {
      if (error instanceof AppError && error.fault === "not-found") return []; // it was removed this moment
      throw error;
    }
  }
}

/** Who may see what is printed with a ticket follows from what is shown with it [SCH2]. */
function noteShown({ share }: OpenedShare, devices: readonly DeviceWithActivity[]): void {
  for (const { id, projectId } of devices) share.ticket?.shown.set(id, projectId);
}

/** The link reads as its maker, as they are at this moment. */
const readerOf = ({ standing }: OpenedShare, gone: AbortSignal): DataReader => ({
  gone,
  reachTo: (needed: readonly Permission[]) => {
    const reach = needed.every((one) => standing.permissions.has(one)) ? reachFor(standing, needed) : undefined;
    if (!reach) throw nothingForShare();
    return reach;
  },
});

/** What devices are at this moment is not told by a link of a time that is over. */
function asOf(piece: DataPiece, { until }: ToldTimes): DataPiece {
  if (piece.is !== "devices" || until === undefined) return piece;
  const then = { active: false, lastActivityTime: null, alarmSeverity: null };
  return { ...piece, devices: piece.devices.map((device) => ({ ...device, ...then })) };
}

/** Too much asked is told with its numbers; what is gone or forbidden, without what it was. */
const masked = (piece: DataPiece): DataPiece =>
  piece.is === "problem" && piece.problem.fault !== "invalid" ? { ...piece, problem: nothingForShare() } : piece;
