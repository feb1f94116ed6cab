/** The versions of the device HTTP protocol [DHP1]. */
export const deviceProtocols = ["v4", "v5", "v6"] as const;

/** Only version 6 has them. */
export const firmwareFunctions = [
  "ACKNOWLEDGMENT_FIRMWARE_UPDATE",
  "PROGRESS_FIRMWARE_UPDATE",
  "RETURN_FIRMWARE_UPDATE",
  "RETURN_CANCEL",
] as const;

/** Every F there is. */
export const deviceFunctionNames = [
  "PING",
  "ATTN",
  "UPLOAD",
  "RETURN_LIST",
  "RETURN_FILE",
  "RETURN_SCPI",
  "RETURN_BASH",
  "RETURN_ERROR",
  ...firmwareFunctions,
] as const;

export type DeviceFunctionName = Exclude<(typeof deviceFunctionNames)[number], (typeof firmwareFunctions)[number]>;
