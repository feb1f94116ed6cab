import { duration, longSpan, wholeNumber } from "../setting-kinds.ts";

const tokenDelays = { min: "0ms", max: "10min" };

/** Devices: their tokens, attributes, commands and communication log. */
export const devicesSettings = {
  deviceTokenMinLength: wholeNumber(
    "HELIO_DEVICE_TOKEN_MIN_LENGTH",
    8,
    "Characters a chosen device token needs; existing ones go on working",
    { min: 1, max: 128 },
  ),
  tokenFreeGuesses: wholeNumber("HELIO_TOKEN_FREE_GUESSES", 5, "Wrong device tokens of an address without a delay", {
    min: 0,
    max: 1_000,
  }),
  tokenDelayMax: duration(
    "HELIO_TOKEN_DELAY_MAX",
    "4s",
    "The longest delay of an answer to a device token after wrong ones",
    tokenDelays,
  ),
  tokenGuessesPerMinute: wholeNumber(
    "HELIO_TOKEN_GUESSES_PER_MINUTE",
    1_000,
    "With more wrong device tokens from everywhere, devices that come from a new address wait, too",
    { min: 1, max: 10_000_000 },
  ),
  inactivityTimeout: duration("HELIO_INACTIVITY_TIMEOUT", "10min", "A device not heard of for so long is inactive", {
    min: "1s",
    max: "366d",
  }),
  deviceTypesPerTenant: wholeNumber(
    "HELIO_DEVICE_TYPES_PER_TENANT",
    1_000,
    "Device types of a tenant, those that devices brought with them included",
    { min: 1, max: 100_000 },
  ),
  typeSeenDevices: wholeNumber(
    "HELIO_TYPE_SEEN_DEVICES",
    200,
    "Devices of a type that are looked at for keys the type does not describe",
    { min: 1, max: 10_000 },
  ),
  typeOverridingDevices: wholeNumber(
    "HELIO_TYPE_OVERRIDING_DEVICES",
    1_000,
    "Devices described otherwise than their type that are looked at for one of its channels",
    { min: 1, max: 100_000 },
  ),
  typeValuesDevices: wholeNumber(
    "HELIO_TYPE_VALUES_DEVICES",
    200,
    "Devices of a type whose values of the last 7 days limits are drawn on",
    { min: 1, max: 10_000 },
  ),
  typeValuesSeries: wholeNumber(
    "HELIO_TYPE_VALUES_SERIES",
    1_000,
    "Series of those devices that are read for one channel; of a pattern each device has several",
    { min: 1, max: 20_000 },
  ),
  typeValuesPoints: wholeNumber(
    "HELIO_TYPE_VALUES_POINTS",
    20_000_000,
    "Points of those series that are taken apart; of more, pieces of the time are read",
    { min: 10_000, max: 10_000_000_000 },
  ),
  typeValuesTime: duration("HELIO_TYPE_VALUES_TIME", "5s", "Reading those values ends after so long", {
    min: "100ms",
    max: "5min",
  }),
  deviceGroupsPerTenant: wholeNumber("HELIO_DEVICE_GROUPS_PER_TENANT", 500, "Device groups of a tenant", {
    min: 1,
    max: 10_000,
  }),
  deviceGroupConditions: wholeNumber("HELIO_DEVICE_GROUP_CONDITIONS", 50, "Conditions of a device group's filter", {
    min: 1,
    max: 200,
  }),
  deviceViewsPerTenant: wholeNumber(
    "HELIO_DEVICE_VIEWS_PER_TENANT",
    500,
    "Views of the device list that are shared in a tenant",
    { min: 1, max: 10_000 },
  ),
  notesPerTenant: wholeNumber("HELIO_NOTES_PER_TENANT", 100_000, "Notes at times of devices of a tenant", {
    min: 1,
    max: 10_000_000,
  }),
  savedCommandsPerUser: wholeNumber(
    "HELIO_SAVED_COMMANDS_PER_USER",
    200,
    "Commands that a user keeps in a tenant, shared or not",
    { min: 1, max: 10_000 },
  ),
  deviceViewsPerUser: wholeNumber(
    "HELIO_DEVICE_VIEWS_PER_USER",
    100,
    "Views of the device list that somebody has for themselves in a tenant",
    { min: 1, max: 1_000 },
  ),
  fleetDevices: wholeNumber("HELIO_FLEET_DEVICES", 20_000, "Devices that the map of a list of devices looks at", {
    min: 100,
    max: 200_000,
  }),
  valueSortDevices: wholeNumber(
    "HELIO_VALUE_SORT_DEVICES",
    10_000,
    "Devices that a list sorted by a newest value has at most",
    { min: 100, max: 100_000 },
  ),
  attributesPerScope: wholeNumber("HELIO_ATTRIBUTES_PER_SCOPE", 5_000, "Attributes of a device in one scope", {
    min: 1,
    max: 1_000_000,
  }),
  attributeValueBytes: wholeNumber("HELIO_ATTRIBUTE_VALUE_BYTES", 131_072, "Bytes of an attribute's value as JSON", {
    min: 64,
    max: 16_777_216,
  }),
  attributeReadBytes: wholeNumber(
    "HELIO_ATTRIBUTE_READ_BYTES",
    33_554_432,
    "Bytes of attributes read at once; who wants more has to name keys",
    { min: 65_536, max: 1_073_741_824 },
  ),
  devicePolls: wholeNumber(
    "HELIO_DEVICE_POLLS",
    10_000,
    "Requests of devices that wait for calls or attributes over HTTP at once",
    { min: 1, max: 1_000_000 },
  ),
  devicePollsPerDevice: wholeNumber(
    "HELIO_DEVICE_POLLS_PER_DEVICE",
    5,
    "The same of one device; beyond, the oldest is answered",
    { min: 1, max: 1_000 },
  ),
  devicePollMax: duration(
    "HELIO_DEVICE_POLL_MAX",
    "5min",
    "A device waits for calls or attributes over HTTP for so long at most",
    { min: "1s", max: "1h" },
  ),
  deviceRequestsPerDevice: wholeNumber(
    "HELIO_DEVICE_REQUESTS_PER_DEVICE",
    20,
    "Requests of one device to the device API that may be under way at once",
    { min: 1, max: 10_000 },
  ),
  deviceRequestBytes: wholeNumber(
    "HELIO_DEVICE_REQUEST_BYTES",
    33_554_432,
    "Bytes of requests of all devices to the device API that may be on their way into the store",
    { min: 65_536, max: 8_589_934_592 },
  ),
  commandTimeout: duration("HELIO_COMMAND_TIMEOUT", "5min", "A device may take so long to answer a command", longSpan),
  commandQueueLimit: wholeNumber("HELIO_COMMAND_QUEUE_LIMIT", 1_000, "Commands that may wait for one device", {
    min: 1,
    max: 100_000,
  }),
  communicationRetention: duration(
    "HELIO_COMMUNICATION_RETENTION",
    "90d",
    "The communication log goes back so far",
    longSpan,
  ),
  communicationLimit: wholeNumber("HELIO_COMMUNICATION_LIMIT", 10_000, "Entries of the communication log per device", {
    min: 100,
    max: 10_000_000,
  }),
  communicationPayload: wholeNumber(
    "HELIO_COMMUNICATION_PAYLOAD",
    1_024,
    "Bytes that the communication log keeps of a message that was refused, without what its names call secrets; 0 keeps none",
    { min: 0, max: 16_384 },
  ),
  refusedContactAddresses: wholeNumber(
    "HELIO_REFUSED_CONTACT_ADDRESSES",
    1_000,
    "Addresses whose contacts without a known device token are told to who sets up a device from there; 0 tells nobody",
    { min: 0, max: 100_000 },
  ),
} as const;
