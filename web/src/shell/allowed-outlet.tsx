import type { Permission } from "@heliograph/contract";
import { Link, Outlet, useChildMatches } from "@tanstack/react-router";
import { useFirstWords } from "../i18n/messages.tsx";
import { ForbiddenState } from "../ui/states.tsx";
import { useMay } from "./current-user.ts";
import { useAreas } from "./use-areas.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    needs?: Permission;
  }
}

/** The page below, where one's role allows it; else nothing of it is loaded and the server is not asked in vain. */
export function AllowedOutlet() {
  const may = useMay();
  const needs = useChildMatches({ select: ([child]) => child?.staticData.needs });
  return needs === undefined || may(needs) ? (
    <Outlet />
  ) : (
    <ForbiddenState>
      <WayOn />
    </ForbiddenState>
  );
}

/** To what one may see: whoever is told no is not left in front of a wall. */
export function WayOn() {
  const m = useFirstWords();
  const [first] = useAreas().areas;
  return (
    <Link to={first ? first.pages[0].to : "/profile"} className="button">
      {first ? m.shell[first.name] : m.shell.profile}
    </Link>
  );
}
