import type { DeviceInput } from "@heliograph/contract";
import { textOf } from "../../ui/field.tsx";

const minuteMs = 60_000;

/** What the form says, as the API takes it: empty fields are left out, so that they become empty there too. */
export function deviceInputOf(form: FormData, deviceId?: string): DeviceInput {
  const given = (name: string): string | undefined => textOf(form, name).trim() || undefined;
  const [type, label, serialNumber] = [given("type"), given("label"), given("serialNumber")];
  const [firmwareVersion, description, minutes] = [given("firmwareVersion"), given("description"), given("inactivity")];
  const project = given("project");
  return {
    ...(deviceId && { id: { entityType: "DEVICE", id: deviceId } }),
    name: textOf(form, "name"),
    ...(project && { projectId: { id: project } }),
    ...(type && { type }),
    ...(label && { label }),
    ...(serialNumber && { serialNumber }),
    ...(firmwareVersion && { firmwareVersion }),
    additionalInfo: {
      ...(description && { description }),
      ...(minutes && { inactivityTimeout: Math.round(Number(minutes) * minuteMs) }),
    },
  };
}
