import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useAccent, useAppearance } from "../appearance/use-appearance.ts";
import { DownloadList } from "../downloads/download-list.tsx";
import { useMessages } from "../i18n/messages.tsx";
import { JobIndicator } from "../jobs/job-indicator.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { AllowedOutlet } from "./allowed-outlet.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { useCurrentUser, useMay } from "./current-user.ts";
import { OpenedBanner } from "./opened-banner.tsx";
import { pageNeeds } from "./page-needs.ts";
import { ProjectSwitcher } from "./project-switcher.tsx";
import { UserMenu } from "./user-menu.tsx";

export function Shell() {
  const m = useMessages();
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {m.shell.skip}
      </a>
      <header className="topbar">
        <Brand />
        <ProjectSwitcher />
        <MainNavigation />
        <UserMenu />
      </header>
      <div>
        <OpenedBanner />
        <ConnectionBanner />
      </div>
      <main id="content" tabIndex={-1}>
        <AllowedOutlet />
      </main>
      <DownloadList />
      <JobIndicator />
    </div>
  );
}

/** The tenant's own logo and title, where it has some. */
function Brand() {
  const appearance = useAppearance();
  const { tenantName } = useCurrentUser();
  useAccent(appearance?.accentColor);
  const hasOwn = Boolean(appearance?.title ?? appearance?.logo);
  const title = hasOwn ? (appearance?.title ?? tenantName ?? "") : "Heliograph";
  return (
    <Link to="/" className="brand" aria-label={title} title={title}>
      <img src={appearance?.logo ?? "/favicon.svg"} alt="" height="24" {...(!appearance?.logo && { width: "24" })} />
      <span className="cut">{title}</span>
    </Link>
  );
}

function MainNavigation() {
  const m = useMessages();
  const may = useMay();
  const hasTenant = useCurrentUser().tenantId !== undefined;
  const entries = [
    { to: "/devices", name: "devices", isThere: hasTenant },
    { to: "/alarms", name: "alarms", isThere: hasTenant },
    { to: "/rules", name: "rules", isThere: hasTenant },
    { to: "/types", name: "types", isThere: hasTenant },
    { to: "/projects", name: "projects", isThere: hasTenant },
    { to: "/tenants", name: "tenants", isThere: true },
    { to: "/users", name: "users", isThere: hasTenant },
    { to: "/settings", name: "settings", isThere: hasTenant },
    { to: "/roles", name: "roles", isThere: true },
    { to: "/audit", name: "audit", isThere: true },
  ] as const satisfies readonly { to: string; name: IconName; isThere: boolean }[];
  const bar = useRef<HTMLElement>(null);
  const area = useLocation({ select: ({ pathname }) => pathname.split("/")[1] });
  // Where there is no room for all of them, the one that one is at is among those in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again in each area
  useEffect(() => {
    bar.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [area]);
  return (
    <nav ref={bar} className="nav" aria-label={m.shell.navigation}>
      {entries
        .filter(({ name, isThere }) => isThere && may(pageNeeds[name]))
        .map(({ to, name }) => (
          <Link key={to} to={to} title={m.shell[name]}>
            <Icon name={name} />
            <span>{m.shell[name]}</span>
          </Link>
        ))}
    </nav>
  );
}
