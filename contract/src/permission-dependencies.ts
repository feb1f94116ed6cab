import { type Permission, permissions } from "./permissions.ts";

/** What a permission is of no use without [ROL1]. */
export interface Dependency {
  readonly all?: readonly Permission[];
  readonly atLeastOne?: readonly Permission[];
}

export const permissionDependencies: Partial<Record<Permission, Dependency>> = {
  EDIT_DEVICES: { all: ["VIEW_DEVICES"] },
  EDIT_DEVICE_TYPES: { all: ["VIEW_DEVICES"] },
  MANAGE_DEVICE_GROUPS: { all: ["VIEW_DEVICES"] },
  SHARE_VIEWS: { all: ["VIEW_DEVICES"] },
  VIEW_DEVICE_CREDENTIALS: { all: ["VIEW_DEVICES"] },
  EDIT_DEVICE_CREDENTIALS: { all: ["VIEW_DEVICES", "VIEW_DEVICE_CREDENTIALS"] },
  VIEW_TELEMETRY: { all: ["VIEW_DEVICES"] },
  EDIT_TELEMETRY: { all: ["VIEW_TELEMETRY"] },
  EDIT_ATTRIBUTES: { all: ["VIEW_TELEMETRY"] },
  VIEW_FILES: { all: ["VIEW_DEVICES"] },
  DOWNLOAD_FILES: { all: ["VIEW_FILES"] },
  EDIT_FILES: { all: ["VIEW_FILES"] },
  VIEW_COMMANDS: { all: ["VIEW_DEVICES"] },
  SEND_COMMANDS: { all: ["VIEW_COMMANDS"] },
  VIEW_COMMUNICATION: { all: ["VIEW_DEVICES"] },
  VIEW_ALARMS: { all: ["VIEW_DEVICES"] },
  HANDLE_ALARMS: { all: ["VIEW_ALARMS"] },
  VIEW_RULES: { all: ["VIEW_DEVICES"] },
  EDIT_RULES: { all: ["VIEW_TELEMETRY", "VIEW_RULES"] },
  VIEW_DASHBOARDS: { all: ["VIEW_DEVICES"] },
  EDIT_DASHBOARDS: { all: ["VIEW_DASHBOARDS"] },
  SHARE_DASHBOARDS: { all: ["VIEW_DASHBOARDS"] },
  VIEW_SCHEDULES: { all: ["VIEW_DEVICES"] },
  EDIT_SCHEDULES: { all: ["VIEW_SCHEDULES"] },
  EDIT_NOTIFICATIONS: { all: ["VIEW_ALARMS"] },
  MANAGE_PROJECTS: { all: ["VIEW_DEVICES"] },
  MANAGE_USERS: { all: ["VIEW_USERS"] },
  MANAGE_ROLES: { all: ["VIEW_USERS"] },
  VIEW_AUDIT_LOG: { atLeastOne: ["VIEW_DEVICES", "VIEW_USERS"] },
};

/** What is missing for a permission that is held. */
export interface UnmetDependency {
  readonly permission: Permission;
  /** Each of them is missing. */
  readonly all: readonly Permission[];
  /** One of them would do; empty where one is there, or none is needed. */
  readonly atLeastOne: readonly Permission[];
}

const order = Object.keys(permissions) as Permission[];

/** For every permission that lacks something, what. */
export function unmetDependencies(held: readonly Permission[]): readonly UnmetDependency[] {
  return order.filter((one) => held.includes(one)).flatMap((permission) => unmetOf(permission, held));
}

function unmetOf(permission: Permission, held: readonly Permission[]): readonly UnmetDependency[] {
  const { all = [], atLeastOne = [] } = permissionDependencies[permission] ?? {};
  const missing = all.filter((one) => !held.includes(one));
  const choices = atLeastOne.some((one) => held.includes(one)) ? [] : atLeastOne;
  return missing.length + choices.length > 0 ? [{ permission, all: missing, atLeastOne: choices }] : [];
}

/**
 * With everything that is needed for it, as far as it is offered; of choices the first one. In the order of the list of
 * permissions.
 */
export function completed(held: readonly Permission[], offered: readonly Permission[] = order): readonly Permission[] {
  const there = (permissions: readonly Permission[]) => permissions.filter((one) => offered.includes(one));
  const needed = unmetDependencies(held).flatMap(({ all, atLeastOne }) => [
    ...there(all),
    ...there(atLeastOne).slice(0, 1),
  ]);
  if (needed.length === 0) return order.filter((one) => held.includes(one));
  return completed([...held, ...needed], offered);
}

/** Without it and without what is of no use then. */
export function without(held: readonly Permission[], removed: Permission): readonly Permission[] {
  let left = held.filter((one) => one !== removed);
  for (;;) {
    const useless = unmetDependencies(left).map(({ permission }) => permission);
    if (useless.length === 0) return left;
    left = left.filter((one) => !useless.includes(one));
  }
}
