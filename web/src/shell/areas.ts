import type { Permission } from "@heliograph/contract";
import { pageNeeds } from "./page-needs.ts";

/** Everything that can be gone to by the navigation. A new page is one line here (and one of `page-needs.ts`). */
const areas = [
  {
    name: "controlCenter",
    pages: [
      { to: "/devices", name: "devices" },
      { to: "/devices", name: "map", search: { as: "map" } },
      { to: "/files", name: "files" },
    ],
  },
  { name: "dashboards", pages: [{ to: "/dashboards", name: "dashboards" }] },
  {
    name: "automation",
    pages: [
      { to: "/alarms", name: "alarms" },
      { to: "/rules", name: "rules" },
      { to: "/calculated", name: "calculated" },
      { to: "/schedules", name: "schedules" },
      { to: "/reports", name: "reports" },
      { to: "/maintenance", name: "maintenance" },
      { to: "/notifications", name: "notifications" },
    ],
  },
  {
    name: "administration",
    pages: [
      { to: "/tenants", name: "tenants", isOfSystem: true },
      { to: "/types", name: "types" },
      { to: "/projects", name: "projects" },
      { to: "/users", name: "users" },
      { to: "/roles", name: "roles", isOfSystem: true },
      { to: "/audit", name: "audit", isOfSystem: true },
      { to: "/settings", name: "settings" },
    ],
  },
] as const satisfies readonly {
  readonly name: string;
  readonly pages: readonly {
    readonly to: `/${string}`;
    readonly name: keyof typeof pageNeeds;
    readonly isOfSystem?: true;
    /** What tells it from another page at the same address. */
    readonly search?: { readonly as: "map" };
  }[];
}[];

export type AreaName = (typeof areas)[number]["name"];
export type AreaPage = (typeof areas)[number]["pages"][number];

export interface Area {
  readonly name: AreaName;
  /** At least one: the first is where the area begins. */
  readonly pages: readonly [AreaPage, ...AreaPage[]];
}

/** The areas with what one may see of them; an area with nothing to see is not there [AUTH5]. */
export function areasFor(may: (permission: Permission) => boolean, hasTenant: boolean): Area[] {
  return areas.flatMap(({ name, pages }) => {
    const [first, ...others] = (pages as readonly AreaPage[]).filter(
      (page) => (hasTenant || "isOfSystem" in page) && may(pageNeeds[page.name]),
    );
    return first ? [{ name, pages: [first, ...others] as const }] : [];
  });
}

/** What a page has in its address, beside where it is. */
export const searchOf = (page: AreaPage): { readonly as?: "map" } => ("search" in page ? page.search : {});

/** Whether an address is the page's own or one below it. */
export const isAt = ({ to }: { readonly to: string }, path: string): boolean =>
  path === to || path.startsWith(`${to}/`);

/** The page an address belongs to; of several at the same address the one that is asked for, of what is below it the first. */
export function pageAt(all: readonly Area[], path: string, as: string | undefined): AreaPage | undefined {
  const pages = all.flatMap(({ pages }) => pages).filter((page) => isAt(page, path));
  return pages.find((page) => page.to === path && searchOf(page).as === as) ?? pages[0];
}

/** The area an address belongs to: profile, help and the like belong to none. */
export const areaAt = (all: readonly Area[], path: string): Area | undefined =>
  all.find(({ pages }) => pages.some((page) => isAt(page, path)));
