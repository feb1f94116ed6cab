import { createRouter } from "@tanstack/react-router";
import { administrationRoutes } from "./routes/administration-routes.ts";
import { alarmRoutes } from "./routes/alarm-routes.ts";
import { automationRoutes } from "./routes/automation-routes.ts";
import { controlCenterRoutes } from "./routes/control-center-routes.ts";
import { dashboardRoutes } from "./routes/dashboard-routes.ts";
import { ownRoutes } from "./routes/own-routes.ts";
import { root } from "./routes/root-route.ts";
import { start } from "./routes/start-route.ts";
import { stringifyAddress } from "./shell/address-search.ts";
import { PageLoading } from "./shell/page-loading.tsx";
import { ErrorState } from "./ui/states.tsx";

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    ...controlCenterRoutes,
    ...dashboardRoutes,
    ...alarmRoutes,
    ...automationRoutes,
    ...administrationRoutes,
    ...ownRoutes,
  ]),
  stringifySearch: stringifyAddress,
  defaultPreload: "intent",
  // A page is about what its address names: a question or a form that is open goes with it, and is not answered for another.
  defaultRemountDeps: ({ params }) => params,
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
