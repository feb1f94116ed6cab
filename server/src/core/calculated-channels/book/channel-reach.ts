import { type CalculatedDefinition, type RuleProblem, said } from "@heliograph/contract";
import type { AppError } from "../../../kernel/errors.ts";
import type { DeviceId, DeviceTypeId, ProjectId } from "../../../kernel/ids.ts";
import { type Reach, reaches } from "../../projects/index.ts";
import type { CalculatedChannel } from "../calculated-channel.ts";
import type { CalculatedChannelStore } from "./calculated-channel-store.ts";
import { calculatedInvalid, calculatedNamesMissing, calculatedNotFound } from "./errors.ts";

type Store = Pick<CalculatedChannelStore, "devices" | "existingTypes" | "existingProjects">;

/** Who sees a calculated channel and who changes it, by what it is for [PRJ1]. */
export class ChannelReach {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** One of a type concerns everybody, one of a device those who reach that. */
  async seen(reach: Reach, channels: readonly CalculatedChannel[]): Promise<readonly CalculatedChannel[]> {
    if (reach.projects === "all") return channels;
    const ids = channels.flatMap(({ definition: { scope } }) => (scope.kind === "DEVICE" ? [scope.deviceId] : []));
    const devices = new Map((await this.#devices(ids)).map((one) => [one.id as string, one]));
    return channels.filter(({ definition: { scope } }) => {
      const device = scope.kind === "DEVICE" ? devices.get(scope.deviceId) : undefined;
      return scope.kind === "DEVICE_TYPE" || (device !== undefined && reaches(reach, device.projectId));
    });
  }

  async requireSeen(reach: Reach, channel: CalculatedChannel): Promise<void> {
    if ((await this.seen(reach, [channel])).length === 0) throw await this.#missing(reach, channel);
  }

  /** One that is for more than somebody's part of the tenant, or adds up more, is not theirs to change. */
  async requireChangeable(reach: Reach, channel: CalculatedChannel): Promise<void> {
    await this.requireSeen(reach, channel);
    const beyond = await this.#beyond(reach, channel.definition);
    if (beyond.length > 0) throw await this.#missing(reach, channel);
  }

  /** Refused to those who may read it [API3]. */
  async #missing({ tenantId, beyond }: Reach, channel: CalculatedChannel): Promise<AppError> {
    const readable = beyond && { tenantId, projects: beyond.readable("VIEW_RULES") };
    const isReadable = readable && (await this.seen(readable, [channel])).length > 0;
    return isReadable && beyond ? beyond.refusal() : calculatedNotFound(channel.id);
  }

  /** Refused where it may be read and nothing be calculated for it, else as if it were not there [API3]. */
  async requireNamed(reach: Reach, definition: CalculatedDefinition): Promise<void> {
    const [first] = await this.notWithin(reach, definition);
    if (!first) return;
    if (first.path === "scope.kind") throw calculatedInvalid([first]);
    const { tenantId, beyond } = reach;
    const readable = beyond && { tenantId, projects: beyond.readable("VIEW_DEVICES") };
    if (beyond && readable && (await this.notWithin(readable, definition)).length === 0) throw beyond.refusal();
    throw calculatedNamesMissing(first);
  }

  /** What a definition names that is out of reach, or not there; as if it were not there. */
  async notWithin(reach: Reach, definition: CalculatedDefinition): Promise<readonly RuleProblem[]> {
    return [...(await this.#gone(reach, definition)), ...(await this.#beyond(reach, definition))];
  }

  async #gone({ tenantId }: Reach, { scope, inputs }: CalculatedDefinition): Promise<readonly RuleProblem[]> {
    const problems: RuleProblem[] = [];
    const isDevice = scope.kind === "DEVICE";
    const types = isDevice ? [] : [scope.deviceTypeId];
    if (isDevice && (await this.#devices([scope.deviceId])).every((one) => one.tenantId !== tenantId))
      problems.push({ path: "scope.deviceId", ...noSuch("DEVICE", scope.deviceId) });
    const summed = inputs.flatMap((input) => (input.kind === "PROJECT" ? (input.deviceTypeIds ?? []) : []));
    const asked = [...types, ...summed].map((id) => id.toLowerCase()) as DeviceTypeId[];
    const there = await this.#store.existingTypes(tenantId, asked);
    for (const id of types)
      if (!there.has(id.toLowerCase() as DeviceTypeId))
        problems.push({ path: "scope.deviceTypeId", ...noSuch("DEVICE_TYPE", id) });
    const projects = await this.#store.existingProjects(tenantId, projectsIn(inputs));
    for (const [at, input] of inputs.entries()) {
      if (input.kind !== "PROJECT") continue;
      if (input.projectId !== undefined && !projects.has(input.projectId.toLowerCase() as ProjectId))
        problems.push({ path: `inputs.${at}.projectId`, ...noSuch("PROJECT", input.projectId) });
      for (const id of input.deviceTypeIds ?? [])
        if (!there.has(id.toLowerCase() as DeviceTypeId))
          problems.push({ path: `inputs.${at}.deviceTypeIds`, ...noSuch("DEVICE_TYPE", id) });
    }
    return problems;
  }

  async #beyond(reach: Reach, { scope, inputs }: CalculatedDefinition): Promise<readonly RuleProblem[]> {
    if (reach.projects === "all") return [];
    if (scope.kind === "DEVICE_TYPE")
      return [{ path: "scope.kind", ...said("SCOPE_TOO_WIDE", "it is for the whole tenant; name a device of yours") }];
    const problems: RuleProblem[] = [];
    const [device] = await this.#devices([scope.deviceId]);
    if (device && !reaches(reach, device.projectId))
      problems.push({ path: "scope.deviceId", ...noSuch("DEVICE", scope.deviceId) });
    for (const [at, input] of inputs.entries()) {
      if (input.kind !== "PROJECT") continue;
      const project = (input.projectId?.toLowerCase() ?? null) as ProjectId | null;
      if (!reaches(reach, project))
        problems.push({ path: `inputs.${at}.projectId`, ...noSuch("PROJECT", input.projectId ?? "of all") });
    }
    return problems;
  }

  async #devices(ids: readonly string[]) {
    const wanted = [...new Set(ids.map((id) => id.toLowerCase()))] as DeviceId[];
    return wanted.length === 0 ? [] : this.#store.devices(wanted);
  }
}

const projectsIn = (inputs: CalculatedDefinition["inputs"]): readonly ProjectId[] =>
  inputs.flatMap((input) =>
    input.kind === "PROJECT" && input.projectId !== undefined ? [input.projectId.toLowerCase() as ProjectId] : [],
  );

const noSuch = (what: "DEVICE" | "DEVICE_TYPE" | "PROJECT", id: string) =>
  said(`NO_${what}`, `No ${what.toLowerCase().replace("_", " ")} ${id}`, { id });
