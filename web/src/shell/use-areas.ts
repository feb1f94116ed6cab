import { useLocation } from "@tanstack/react-router";
import { type Area, areaAt, areasFor } from "./areas.ts";
import { useCurrentUser, useMay } from "./current-user.ts";

/** What the navigation offers, and where one is in it. */
export function useAreas(): {
  readonly areas: readonly Area[];
  readonly current: Area | undefined;
  readonly path: string;
} {
  const may = useMay();
  const hasTenant = useCurrentUser().tenantId !== undefined;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const areas = areasFor(may, hasTenant);
  return { areas, current: areaAt(areas, path), path };
}
