import { Link } from "@tanstack/react-router";
import { useAccent, useAppearance } from "../appearance/use-appearance.ts";
import { DownloadList } from "../downloads/download-list.tsx";
import { useFirstWords } from "../i18n/messages.tsx";
import { JobIndicator } from "../jobs/job-indicator.tsx";
import { SearchButton } from "../search/search-button.tsx";
import { AllowedOutlet } from "./allowed-outlet.tsx";
import { Bell } from "./bell.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { useCurrentUser } from "./current-user.ts";
import { LoadingNote } from "./loading-note.tsx";
import { AreaPages, MainNavigation } from "./navigation.tsx";
import { openRow } from "./open-row.ts";
import { OpenedBanner } from "./opened-banner.tsx";
import { usePageTitle } from "./page-title.ts";
import { ProjectSwitcher } from "./project-switcher.tsx";
import { usePagesAhead } from "./use-pages-ahead.ts";
import { UserMenu } from "./user-menu.tsx";

export function Shell() {
  const m = useFirstWords();
  usePageTitle();
  usePagesAhead();
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {m.shell.skip}
      </a>
      <header className="head">
        <div className="topbar">
          <Brand />
          <ProjectSwitcher />
          <MainNavigation />
          <SearchButton />
          <Bell />
          <UserMenu />
        </div>
        <AreaPages />
      </header>
      <div>
        <OpenedBanner />
        <ConnectionBanner />
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: what it opens has a link or button of its own for keys */}
      <main id="content" tabIndex={-1} onClick={openRow}>
        <AllowedOutlet />
      </main>
      <LoadingNote />
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
