import type { Permission } from "@heliograph/contract";
import { Outlet, useChildMatches } from "@tanstack/react-router";
import { ForbiddenState } from "../ui/states.tsx";
import { useMay } from "./current-user.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    needs?: Permission;
  }
}

/** The page below, where one's role allows it; else nothing of it is loaded and the server is not asked in vain. */
export function AllowedOutlet() {
  const may = useMay();
  const needs = useChildMatches({ select: ([child]) => child?.staticData.needs });
  return needs === undefined || may(needs) ? <Outlet /> : <ForbiddenState />;
}
