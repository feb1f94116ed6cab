import { expect, test } from "vitest";
import { emptyDefinition } from "../../../core/device-types/index.ts";
import { newId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import {
  deviceDescriptionText,
  deviceTypeFileText,
  deviceTypeRecordOf,
  deviceTypeRecordText,
} from "./device-type-record.ts";

const definition = { ...emptyDefinition, channels: [{ key: 'öl "1"', unit: "}" }] };
const type = {
  ...{ id: newId<never>(), tenantId: newId<never>(), createdTime: epochMs(1), isDefault: true, version: 3 },
  ...{ name: "{a}", description: null, picture: null, definition },
};
const stored = { ...type, definition: JSON.stringify(definition) };

test("[API11] a type whose definition is passed on as it was saved is the same record", () => {
  expect(JSON.parse(deviceTypeRecordText(stored))).toEqual(deviceTypeRecordOf(type));
  expect(JSON.parse(deviceTypeRecordText({ ...stored, definition: JSON.stringify(emptyDefinition) }))).toEqual(
    deviceTypeRecordOf({ ...type, definition: emptyDefinition }),
  );
});

test("[API11] so are its file and what is said of a device", () => {
  const format = "heliograph-device-type-1";
  expect(JSON.parse(deviceTypeFileText(stored))).toEqual({ format, name: "{a}", ...definition });

  const own = { version: 2, channels: '[{"key":"b"}]' };
  expect(JSON.parse(deviceDescriptionText({ type: stored, own, calculated: [{ key: "c" }] }))).toEqual({
    ...{ deviceProfileId: { entityType: "DEVICE_PROFILE", id: type.id }, ...definition },
    ...{ overrides: [{ key: "b" }], calculated: [{ key: "c" }], version: 2 },
  });
});
