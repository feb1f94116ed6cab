import { sharedRoutes } from "@heliograph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { OpenedShare, OpenShares, SharedData } from "../../../core/dashboard-shares/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { shownShareOf } from "../access.ts";
import type { AnswerReader } from "../answer-under-way.ts";
import { sendJsonTextInTurn } from "../json-text.ts";
import type { WorkGuard } from "../places/guard-work.ts";
import { streamedText } from "../streamed-text.ts";
import { sharedLines } from "../telemetry/shared-lines.ts";
import { goneWith, notedIn } from "./dashboard-data.ts";

export interface SharedDependencies {
  readonly openShares: OpenShares;
  readonly sharedData: SharedData;
}

/** What can be done with a link to a dashboard, which is all that can be done with it [DSH6]. */
export function serveShared(
  app: HttpApp,
  { openShares, sharedData, work }: SharedDependencies & { readonly work: WorkGuard },
): void {
  register(app, sharedRoutes, {
    dashboard: async (request, reply) => {
      const opened = await openShares.open(shownShareOf(request));
      return sendJsonTextInTurn(reply, JSON.stringify(await sharedData.dashboard(opened)));
    },

    unlock: async (request) => ({ pass: await openShares.unlock(shownShareOf(request), request.body.password) }),

    data: async (request, reply) => {
      const before = await openShares.open(shownShareOf(request));
      await enter(before, request, reply);
      const opened = await openShares.reopen(shownShareOf(request)); // it may have waited for long
      const answer = request.beginAnswer(readerOf(opened));
      if (opened.standing.permissions.has("VIEW_ALARMS")) answer.needs(["VIEW_ALARMS"]); // devices are told with them
      const pieces = sharedData.answer(opened, request.body, goneWith(reply), (reader) => notedIn(answer, reader));
      const body = await streamedText(sharedLines(pieces, opened));
      void reply.type("application/jsonl; charset=utf-8");
      return body as unknown as string; // the framework sends a stream as it is
    },
  });

  /** Whoever has a link reads as its maker, for as long as that may be [DSH6]. */
  const readerOf = (opened: OpenedShare): AnswerReader => ({
    principal: undefined,
    standing: opened.standing,
    again: async () => (await openShares.again(opened)).standing,
  });

  /** All links of a tenant have the places of one user, each a share of them: they leave room for those who work there [API11]. */
  const enter = ({ reach, share }: OpenedShare, request: FastifyRequest, reply: FastifyReply) =>
    work.enter("reads", { user: `links of ${reach.tenantId}`, tenant: reach.tenantId, link: share.id }, request, reply);
}
