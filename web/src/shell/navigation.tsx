import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useFirstWords } from "../i18n/messages.tsx";
import type { DeviceListSearch } from "../pages/devices/device-list-search.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { type Area, type AreaName, type AreaPage, isAt, searchOf } from "./areas.ts";
import { useAreas } from "./use-areas.ts";

const areaIcons = {
  controlCenter: "devices",
  dashboards: "dashboards",
  automation: "rules",
  administration: "settings",
} as const satisfies Record<AreaName, IconName>;

/** On a phone there is room for so many at the bottom; the others are behind "More". */
const areasAtTheBottom = 3;

/** The areas: beside the project at the top, on a phone at the bottom, where the thumb is. */
export function MainNavigation() {
  const m = useFirstWords();
  const { areas, current, path } = useAreas();
  const beyond = areas.slice(areasAtTheBottom);
  return (
    <nav className="nav" aria-label={m.shell.navigation}>
      {areas.map(({ name, pages: [first] }, place) => (
        <Link
          key={name}
          to={first.to}
          className={place < areasAtTheBottom ? "area" : "area beyond"}
          {...(current?.name === name && { "aria-current": isAt(first, path) ? ("page" as const) : ("true" as const) })}
        >
          <Icon name={areaIcons[name]} />
          <span>{m.shell[name]}</span>
        </Link>
      ))}
      {beyond.length > 0 && <MoreAreas areas={beyond} isCurrent={beyond.some(({ name }) => name === current?.name)} />}
    </nav>
  );
}

function MoreAreas({ areas, isCurrent }: { readonly areas: readonly Area[]; readonly isCurrent: boolean }) {
  const m = useFirstWords();
  const button = (
    <>
      <Icon name="menu" />
      <span aria-hidden="true">{m.shell.more}</span>
    </>
  );
  return (
    <div className="more-areas" data-current={isCurrent ? "" : undefined}>
      <Menu label={m.shell.more} className="area" button={button}>
        {areas.map(({ name, pages }) => (
          <section key={name} aria-label={m.shell[name]}>
            <div className="menu-group soft">{m.shell[name]}</div>
            {pages.map((page) => (
              <Link key={page.name} to={page.to} search={searchOf(page)} className="menu-item" data-closes>
                <Icon name={page.name} /> {m.shell[page.name]}
              </Link>
            ))}
          </section>
        ))}
      </Menu>
    </div>
  );
}

/** The pages of the area one is in; an area of one page needs no second row. */
export function AreaPages() {
  const m = useFirstWords();
  const { current } = useAreas();
  if (!current || current.pages.length < 2) return null;
  return <PageRow key={current.name} area={current} label={m.shell.pagesOf(m.shell[current.name])} />;
}

function PageRow({ area, label }: { readonly area: Area; readonly label: string }) {
  const { path } = useAreas();
  const row = useRef<HTMLElement>(null);
  const page = area.pages.find((one) => isAt(one, path))?.name;
  // Where there is no room for all of them, the one that one is at is among those in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again on each page
  useEffect(() => {
    row.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [page]);
  return (
    <nav ref={row} className="area-pages" aria-label={label}>
      {area.pages.map((one) => (
        <PageLink key={one.name} page={one} />
      ))}
    </nav>
  );
}

/** Devices are a list or a map: from one to the other what is filtered stays. */
function PageLink({ page }: { readonly page: AreaPage }) {
  const m = useFirstWords();
  const isList = useLocation({ select: ({ pathname }) => pathname === "/devices" });
  const words = (
    <>
      <Icon name={page.name} size={16} /> {m.shell[page.name]}
    </>
  );
  if (page.to !== "/devices") return <Link to={page.to}>{words}</Link>;
  const { as } = searchOf(page);
  const search = ({ as: _, ...kept }: DeviceListSearch) => ({ ...(isList && kept), as });
  return (
    <Link to="/devices" search={search as never} activeOptions={{ includeSearch: true, explicitUndefined: true }}>
      {words}
    </Link>
  );
}
