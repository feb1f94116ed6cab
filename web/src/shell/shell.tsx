import { Link, Outlet } from "@tanstack/react-router";
import { DownloadList } from "../downloads/download-list.tsx";
import { useMessages } from "../i18n/messages.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { useCurrentUser, useMay } from "./current-user.ts";
import { UserMenu } from "./user-menu.tsx";

export function Shell() {
  const m = useMessages();
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {m.shell.skip}
      </a>
      <header className="topbar">
        <Link to="/" className="brand" aria-label="Heliograph">
          <img src="/favicon.svg" alt="" width="24" height="24" />
          <span>Heliograph</span>
        </Link>
        <MainNavigation />
        <UserMenu />
      </header>
      <ConnectionBanner />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <DownloadList />
    </div>
  );
}

function MainNavigation() {
  const m = useMessages();
  const may = useMay();
  const hasTenant = useCurrentUser().tenantId !== undefined;
  const entries = [
    { to: "/devices", icon: "devices", text: m.shell.devices, isThere: hasTenant && may("VIEW_DEVICES") },
    { to: "/tenants", icon: "tenants", text: m.shell.tenants, isThere: may("MANAGE_TENANTS") },
    { to: "/users", icon: "users", text: m.shell.users, isThere: hasTenant && may("VIEW_USERS") },
    { to: "/settings", icon: "settings", text: m.shell.settings, isThere: hasTenant && may("MANAGE_SETTINGS") },
    { to: "/roles", icon: "roles", text: m.shell.roles, isThere: may("VIEW_USERS") },
  ] as const satisfies readonly { to: string; icon: IconName; text: string; isThere: boolean }[];
  return (
    <nav className="nav" aria-label={m.shell.navigation}>
      {entries
        .filter(({ isThere }) => isThere)
        .map(({ to, icon, text }) => (
          <Link key={to} to={to} title={text}>
            <Icon name={icon} />
            <span>{text}</span>
          </Link>
        ))}
    </nav>
  );
}
