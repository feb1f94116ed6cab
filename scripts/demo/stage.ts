// What stands before anything is measured: projects, people, device types and devices.
import type { Calls } from "@heliograph/client";
import type { DeviceTypeFile } from "@heliograph/contract";
import type { Actor, ProjectName } from "./actor.ts";

/** An actor with its place in the platform. */
export interface StagedActor extends Actor {
  readonly id: string;
  readonly token: string;
}

export interface Stage {
  readonly api: Calls;
  readonly tenantId: string;
  readonly actors: readonly StagedActor[];
  readonly fieldId: string;
  readonly projectIds: ReadonlyMap<string, string>;
  readonly typeIds: ReadonlyMap<string, string>;
}

const field = { name: "Test field North", description: "Pumps, test stands and the proving ground" };
const projects: readonly ProjectName[] = ["Pump house", "Test stands", "Vehicles"];

export async function setStage(api: Calls, tenantId: string, cast: readonly Actor[]): Promise<Stage> {
  const fieldId = (await api.projects.save({ body: field })).id.id;
  const projectIds = new Map<string, string>();
  for (const name of projects) {
    const parentId = { entityType: "PROJECT", id: fieldId } as const;
    projectIds.set(name, (await api.projects.save({ body: { name, parentId } })).id.id);
  }
  const typeIds = await importTypes(api, [...new Set(cast.map(({ type }) => type))]);
  const actors: StagedActor[] = [];
  for (const actor of cast) actors.push(await stagedActor(api, actor, projectIds.get(actor.project) ?? fieldId));
  return { api, tenantId, actors, fieldId, projectIds, typeIds };
}

async function importTypes(api: Calls, types: readonly DeviceTypeFile[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const body of types) ids.set(body.name, (await api.deviceTypes.importFile({ body })).id.id);
  return ids;
}

/** The past is brought now, but who is out of service was not heard of for days. */
const missedAtOnceMs = 1_000;

async function stagedActor(api: Calls, actor: Actor, projectId: string): Promise<StagedActor> {
  const { name, label, type, serial, firmware, isRetired } = actor;
  const project = { projectId: { entityType: "PROJECT", id: projectId } } as const;
  const body = {
    ...{ name, type: type.name, serialNumber: serial, firmwareVersion: firmware, ...project },
    ...(label && { label }),
    ...(isRetired && { additionalInfo: { inactivityTimeout: missedAtOnceMs } }),
  };
  const deviceId = (await api.devices.save({ body })).id.id;
  const { credentialsId } = await api.devices.credentials({ deviceId });
  if (actor.shared) await api.attributes.write({ deviceId, scope: "SHARED_SCOPE", body: actor.shared });
  return { ...actor, id: deviceId, token: credentialsId };
}

/** Ids for what names things: a scene that lacks one is written wrongly. */
export function requireId(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`nothing in the scene is called ${name}`);
  return id;
}

export const actorNamed = ({ actors }: Stage, name: string): StagedActor => {
  const actor = actors.find((one) => one.name === name);
  if (!actor) throw new Error(`nobody in the scene is called ${name}`);
  return actor;
};
