import { Type } from "typebox";
import { DashboardParams } from "../dashboards/dashboard.ts";
import {
  NewShareRecord,
  SharedDashboard,
  SharedDataRequest,
  ShareParams,
  SharePass,
  ShareRecord,
  ShareRequest,
  ShareUnlock,
  ShareVersion,
} from "../dashboards/share.ts";
import { needs, withShare } from "./access.ts";
import { Done } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Dashboards";
const sharing = needs("VIEW_DASHBOARDS", "SHARE_DASHBOARDS");

/** Links that show one dashboard to people without an account [DSH6]. */
export const dashboardShareRoutes = routesOf({
  shares: {
    method: "GET",
    path: "/api/dashboard/:dashboardId/shares",
    access: sharing,
    tag,
    summary: "The links of a dashboard, newest first",
    params: DashboardParams,
    answers: { 200: Type.Array(ShareRecord) },
  },

  share: {
    method: "POST",
    path: "/api/dashboard/:dashboardId/shares",
    access: sharing,
    tag,
    summary: "Make a link; the answer has its token, this once",
    description:
      "What the link shows is read with the rights of its maker at that moment, in projects in which they may share; it stops " +
      "when they lose them. It goes on with what its maker saves; what others save is shown when its maker says so.",
    params: DashboardParams,
    body: ShareRequest,
    answers: { 201: NewShareRecord },
  },

  showVersion: {
    method: "PUT",
    path: "/api/dashboard/:dashboardId/share/:shareId",
    access: sharing,
    tag,
    summary: "Show another version of the dashboard from now on; for the link's maker only",
    params: ShareParams,
    body: ShareVersion,
    answers: { 200: ShareRecord },
  },

  revokeShare: {
    method: "DELETE",
    path: "/api/dashboard/:dashboardId/share/:shareId",
    access: sharing,
    tag,
    summary: "Revoke a link, whoever made it; it stops at once",
    params: ShareParams,
    answers: { 200: Done },
  },
});

const bySecret =
  "With `X-Authorization: Share …`, and `X-Share-Pass` where the link has a password. A link that never was, was revoked or " +
  "is over is 404, in the same words.";

/** What whoever has a link can do, which is all they can do. */
export const sharedRoutes = routesOf({
  dashboard: {
    method: "GET",
    path: "/api/shared/dashboard",
    access: withShare,
    tag,
    summary: "The dashboard of a link",
    description: bySecret,
    answers: { 200: SharedDashboard },
  },

  unlock: {
    method: "POST",
    path: "/api/shared/unlock",
    access: withShare,
    tag,
    summary: "Show the password of a link; the answer is what to send with every request",
    description: bySecret,
    body: ShareUnlock,
    answers: { 200: SharePass },
  },

  data: {
    method: "POST",
    path: "/api/shared/data",
    access: withShare,
    tag,
    summary: "What a page of the dashboard of a link shows",
    description:
      `${bySecret} The answer has the lines of \`POST /api/dashboardData\`, and two more: \`range\` says for which time it is, ` +
      "`channels` what the keys mean on devices of a type.",
    body: SharedDataRequest,
    answerForm: "stream",
    produces: ["application/jsonl"],
    answers: { 200: Type.String({ description: "A line for each piece of the answer" }) },
  },
});
