import { createRoute, redirect } from "@tanstack/react-router";
import { type ConnectSearch, connectSearchOf } from "../pages/connect/connect-search.ts";
import { lazyPage } from "../shell/lazy-page.tsx";
import { pageNeeds } from "../shell/page-needs.ts";
import { root } from "./root-route.ts";

const profile = createRoute({
  getParentRoute: () => root,
  path: "/profile",
  component: lazyPage(() => import("../pages/profile/profile-page.tsx"), "ProfilePage"),
});

const apiDescription = createRoute({
  getParentRoute: () => root,
  path: "/api-description",
  staticData: { needs: pageNeeds.apiDescription },
  component: lazyPage(() => import("../pages/api-description/api-description-page.tsx"), "ApiDescriptionPage"),
});

const connect = createRoute({
  getParentRoute: () => root,
  path: "/connect",
  validateSearch: (search): ConnectSearch => connectSearchOf(search),
  component: lazyPage(() => import("../pages/connect/connect-page.tsx"), "ConnectPage"),
});

/** What it was called before. */
const help = createRoute({
  getParentRoute: () => root,
  path: "/help",
  beforeLoad: () => {
    throw redirect({ to: "/connect" });
  },
});

/** What is in the user menu, and in no area. */
export const ownRoutes = [profile, apiDescription, connect, help] as const;
