import {
  CalculatedChannelRecord,
  CalculatedChannelToSave,
  CalculatedCheck,
  CalculatedCheckInput,
  CalculatedFillInput,
  CalculatedListQuery,
  CalculatedPreview,
  CalculatedPreviewInput,
} from "../calculated-channels/index.ts";
import { JobRecord } from "../jobs.ts";
import { neededToCalculate } from "../needed-permissions.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { CalculatedChannelParams, Done } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Calculated channels";
/** Whoever adds up values of devices has to be allowed to read them, and to write what they come to. */
const edits = needs(...neededToCalculate);

/** Channels that are calculated from others [RUL7]. */
export const calculatedChannelRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/calculatedChannels",
    access: needs("VIEW_RULES"),
    work: "lists",
    tag,
    summary: "The calculated channels that concern what is within reach, by key",
    query: CalculatedListQuery,
    answers: { 200: pageOf(CalculatedChannelRecord) },
  },

  save: {
    method: "POST",
    path: "/api/calculatedChannel",
    access: edits,
    tag,
    summary: "Create a calculated channel, or change the one the body names by its id and version",
    description:
      "A version that is not the newest is 409, as is a key under which devices have points already, unless these may be " +
      "replaced. What is wrong is 400 and names the place. A change counts for points that arrive after it; " +
      "the past is filled in by a job.",
    body: CalculatedChannelToSave,
    answers: { 200: CalculatedChannelRecord, 201: CalculatedChannelRecord },
  },

  get: {
    method: "GET",
    path: "/api/calculatedChannel/:channelId",
    access: needs("VIEW_RULES"),
    tag,
    summary: "One calculated channel",
    params: CalculatedChannelParams,
    answers: { 200: CalculatedChannelRecord },
  },

  remove: {
    method: "DELETE",
    path: "/api/calculatedChannel/:channelId",
    access: needs("EDIT_RULES"),
    tag,
    summary: "Delete a calculated channel; what was calculated stays, as telemetry",
    params: CalculatedChannelParams,
    answers: { 200: Done },
  },

  fill: {
    method: "POST",
    path: "/api/calculatedChannel/:channelId/fill",
    access: edits,
    tag,
    summary: "Calculate a channel over the past of all of its devices, as a job",
    description:
      "Points under its key in this time that are no result any more are removed. The job counts hundredths of a device, and " +
      "as changed the points that were written or removed.",
    params: CalculatedChannelParams,
    body: CalculatedFillInput,
    answers: { 202: JobRecord },
  },
});

/** Channels that are tried before they are saved [RUL7]. */
export const calculatedTrialRoutes = routesOf({
  check: {
    method: "POST",
    path: "/api/calculatedChannels/check",
    access: needs("VIEW_RULES"),
    tag,
    summary: "Everything that is wrong with a calculated channel, and where; changes nothing",
    body: CalculatedCheckInput,
    answers: { 200: CalculatedCheck },
  },

  preview: {
    method: "POST",
    path: "/api/calculatedChannels/preview",
    access: needs("VIEW_RULES", "VIEW_TELEMETRY"),
    work: "reads",
    waits: true,
    tag,
    summary: "What a calculated channel, saved or not, comes to over stored points of a device; changes nothing",
    body: CalculatedPreviewInput,
    answers: { 200: CalculatedPreview },
  },
});
