import { type Static, Type } from "typebox";
import { type AlarmSeverity, alarmSeverities } from "./alarms/alarm.ts";
import { DeviceFilter, DeviceListQuery } from "./devices.ts";

/** Which devices: as a list of them takes it. */
export const PositionQuery = Type.Object({
  ...DeviceFilter.properties,
  where: DeviceListQuery.properties.where,
});

const Sent = Type.Object({
  ts: Type.Integer({ description: "Unix milliseconds", examples: [1794700800000] }),
  value: Type.Unknown({ description: "As it was sent", examples: [48.137] }),
});

/** A device that has said where it is, or of which somebody said it. */
export const PositionedDevice = Type.Object({
  id: Type.String({ description: "Id of the device", examples: ["784f394c-42b6-435a-983c-b7beff2784f9"] }),
  name: Type.String({ examples: ["logger-0042"] }),
  active: Type.Boolean(),
  alarmSeverity: Type.Unsafe<AlarmSeverity | null>({
    type: ["string", "null"],
    enum: [...alarmSeverities, null],
    description: "The worst of its active alarms; null without any, and for who may not see them",
    examples: ["MAJOR"],
  }),
  values: Type.Record(Type.String(), Sent, {
    description:
      "What is known under the names positions have: newest values, else attributes of the server or shared ones",
  }),
});
export type PositionedDevice = Static<typeof PositionedDevice>;

export const DevicePositions = Type.Object({
  data: Type.Array(PositionedDevice),
  totalElements: Type.Integer({ description: "Devices that match, with a position or without", examples: [1284] }),
  looked: Type.Integer({
    description: "Of these, those that were looked at: HELIO_FLEET_DEVICES at most",
    examples: [1284],
  }),
});
