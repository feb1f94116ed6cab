import type { DeviceFilter } from "./devices.ts";

/** Which devices, whatever their order. */
export const withoutOrder = ({
  sortProperty: _,
  sortKey: __,
  sortScope: ___,
  sortOrder: ____,
  ...rest
}: DeviceFilter) => rest;
