import type { DeviceInput, DeviceRecord } from "@heliograph/contract";

const fieldNames = [
  "name",
  "type",
  "label",
  "serialNumber",
  "firmwareVersion",
  "description",
  "inactivityTimeout",
] as const;
export type DeviceFieldName = (typeof fieldNames)[number];

type DeviceFields = Readonly<Record<DeviceFieldName, string | number | undefined>>;

interface Changes {
  /** What the server has now with what was changed here on top of it. */
  readonly input: DeviceInput;
  /** What was changed to something else here and there. */
  readonly changedByBoth: readonly DeviceFieldName[];
}

/**
 * Saving replaces every field: those that nobody touched here go back as they are now, not as they were read. `told`:
 * the newest state that the person at the form knows of.
 */
export function deviceChanges(read: DeviceRecord, filled: DeviceInput, now: DeviceRecord, told = read): Changes {
  const [before, mine, theirs, known] = [fieldsOf(read), fieldsOf(filled), fieldsOf(now), fieldsOf(told)];
  const isMine = (field: DeviceFieldName) => !isSame(mine[field], before[field]);
  const merged = { ...theirs, ...Object.fromEntries(fieldNames.filter(isMine).map((field) => [field, mine[field]])) };
  const isTheirs = (field: DeviceFieldName) => !isSame(theirs[field], known[field]);
  const isContested = (field: DeviceFieldName) =>
    isMine(field) && isTheirs(field) && !isSame(mine[field], theirs[field]);
  return { input: inputOf(now.id.id, filled.name, merged), changedByBoth: fieldNames.filter(isContested) };
}

const fieldsOf = ({ additionalInfo, ...device }: DeviceInput | DeviceRecord): DeviceFields => ({
  name: device.name,
  type: device.type,
  label: device.label ?? undefined,
  serialNumber: device.serialNumber ?? undefined,
  firmwareVersion: device.firmwareVersion ?? undefined,
  description: additionalInfo?.description ?? undefined,
  inactivityTimeout: additionalInfo?.inactivityTimeout,
});

/** Fields of forms change line ends by themselves, and what surrounds a text is not sent. */
const isSame = (one: string | number | undefined, other: string | number | undefined) => plain(one) === plain(other);
const plain = (value: string | number | undefined) =>
  String(value ?? "")
    .replaceAll(/\r\n?/g, "\n")
    .trim();

function inputOf(id: string, typedName: string, fields: DeviceFields): DeviceInput {
  const { name = typedName, description, inactivityTimeout, ...others } = fields;
  const given = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return {
    id: { entityType: "DEVICE", id },
    name: String(name),
    ...given(others),
    additionalInfo: given({ description, inactivityTimeout }),
  };
}
