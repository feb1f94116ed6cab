// Most pages have a time: with what is always fetched it costs less than in pieces.
import "./time-range/asked-time.ts";
import "./time-range/use-list-time.tsx";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/layout.css";
import "./styles/card-table.css";
import "./styles/navigation.css";
import "./styles/accounts.css";
import "./styles/api.css";
import "./styles/alarms.css";
import "./styles/audit.css";
import "./styles/overview.css";
import "./styles/dashboards.css";
import "./styles/device-list.css";
import "./styles/files.css";
import "./styles/jobs.css";
import "./styles/notifications.css";
import "./styles/rules.css";
import "./styles/search.css";
import "./styles/calculated-channels.css";
import "./styles/schedules.css";
import "./styles/telemetry.css";
import "./styles/tenants.css";
import "./styles/time-range.css";
import "./styles/device-groups.css";
import "./styles/device-types.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { live, queryClient, session } from "./app.ts";
import { followPreferences, language, loadLanguage, MessagesProvider } from "./i18n/messages.tsx";
import { forgetRecent } from "./search/search-state.ts";
import { isSharedPath } from "./shared/shared-link.ts";
import { Gate } from "./shell/gate.tsx";
import { lazyPage } from "./shell/lazy-page.tsx";
import { dropToasts, Toasts } from "./ui/toast.tsx";

session.state.subscribe(() => {
  const state = session.state.get();
  if (state.kind === "signed-in") {
    void followPreferences(state.user.preferences);
    return live.start();
  }
  live.stop();
  if (state.kind !== "signed-out") return;
  queryClient.clear(); // nothing of the last user is left
  dropToasts();
  if (state.why === "logout") forgetRecent();
  void followPreferences();
});

/** Whoever has a link to a dashboard is nobody here, also where somebody is logged in [DSH6]. */
const isShared = isSharedPath(location.pathname);
const SharedPage = lazyPage(() => import("./shared/shared-page.tsx"), "SharedPage");

/** Not awaited by the module: what it fetches is of one file with it, and each would wait for the other. */
async function begin(): Promise<void> {
  await loadLanguage(language.get());
  if (!isShared) void session.resume();
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <MessagesProvider>
          {isShared ? <SharedPage /> : <Gate />}
          <Toasts />
        </MessagesProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

void begin();
