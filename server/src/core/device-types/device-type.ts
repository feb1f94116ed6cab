import type { DeviceTypeDefinition } from "@heliograph/contract";
import type { DeviceTypeId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** What people say about a type. */
export interface DeviceTypeContent {
  /** The `type` of its devices; compared as it is written. */
  readonly name: string;
  readonly description: string | null;
  /** A data URL. */
  readonly picture: string | null;
  readonly definition: DeviceTypeDefinition;
}

/** What is to become of a type; what is left out stays as it is. */
export interface DeviceTypeChange {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly picture?: string | null | undefined;
  readonly channels?: DeviceTypeDefinition["channels"] | undefined;
  readonly commands?: DeviceTypeDefinition["commands"] | undefined;
  readonly attributes?: DeviceTypeDefinition["attributes"] | undefined;
}

interface Head {
  readonly id: DeviceTypeId;
  readonly tenantId: TenantId;
  readonly createdTime: EpochMs;
  /** Of devices whose creator names none; one of each tenant is it. */
  readonly isDefault: boolean;
  /** Counts changes, from 1. */
  readonly version: number;
}

export interface DeviceType extends Head, DeviceTypeContent {}

/** A type whose definition is the JSON it was saved as: who passes it on takes nothing apart [API11]. */
export interface DeviceTypeText extends Head, Omit<DeviceTypeContent, "definition"> {
  readonly definition: string;
}

/** A type without what it describes: lists stay small however much that is. */
export interface DeviceTypeInfo extends Head, Pick<DeviceTypeContent, "name" | "description"> {
  readonly channelCount: number;
  readonly deviceCount: number;
}

export interface DeviceTypeUse extends DeviceTypeInfo {
  readonly projectCount: number;
}

export const emptyDefinition: DeviceTypeDefinition = { channels: [], commands: [], attributes: [] };

/** How the type is called that a tenant begins with. */
export const defaultTypeName = "default";

/** A type with a change made to it; a new one begins with nothing. */
export const contentAfter = (
  { name, description, picture, ...described }: DeviceTypeChange,
  before: Omit<DeviceTypeContent, "name"> = nothingSaid,
): DeviceTypeContent => ({
  name,
  description: description === undefined ? before.description : description,
  picture: picture === undefined ? before.picture : picture,
  definition: {
    channels: described.channels ?? before.definition.channels,
    commands: described.commands ?? before.definition.commands,
    attributes: described.attributes ?? before.definition.attributes,
  },
});

const nothingSaid = { description: null, picture: null, definition: emptyDefinition };
