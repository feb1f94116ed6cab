import { ServerInfo } from "../server-info.ts";
import { anyUser } from "./access.ts";
import { routesOf } from "./route.ts";

export const serverInfoRoutes = routesOf({
  read: {
    method: "GET",
    path: "/api/server",
    access: anyUser,
    tag: "Operations",
    summary: "The node's version and the ports it listens on",
    description: "Behind a proxy or a port mapping, devices may have to use others.",
    answers: { 200: ServerInfo },
  },
});
