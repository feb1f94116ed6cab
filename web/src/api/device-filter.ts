import type { AttributeScope, DeviceFilterNode, DeviceListSort } from "@heliograph/contract";

export interface DeviceFilter {
  readonly textSearch?: string | undefined;
  readonly type?: string | undefined;
  readonly active?: boolean | undefined;
  /** With what is below it; `none`: those in no project. */
  readonly projectId?: string | undefined;
  /** Only devices of this group. */
  readonly group?: string | undefined;
  /** Conditions that nobody saved. */
  readonly where?: DeviceFilterNode | undefined;
  readonly sortProperty?: DeviceListSort | undefined;
  readonly sortKey?: string | undefined;
  readonly sortScope?: AttributeScope | undefined;
  readonly sortOrder?: "ASC" | "DESC" | undefined;
}

/** Which devices, whatever their order. */
export const withoutOrder = ({
  sortProperty: _,
  sortKey: __,
  sortScope: ___,
  sortOrder: ____,
  ...rest
}: DeviceFilter) => rest;
