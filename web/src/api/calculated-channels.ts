import type { CalculatedChannelToSave, CalculatedDefinition } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

export const calculatedShown = 50;

interface CalculatedWish {
  readonly text: string;
  readonly deviceTypeId?: string | undefined;
  readonly deviceId?: string | undefined;
}

export const calculatedList = ({ text, deviceTypeId, deviceId }: CalculatedWish, limit: number) =>
  queryOptions({
    queryKey: ["calculated-channels", text, deviceTypeId, deviceId, limit],
    queryFn: ({ signal }) =>
      api.calculatedChannels.list(
        {
          ...{
            ...(text && { textSearch: text }),
            ...(deviceTypeId && { deviceTypeId }),
            ...(deviceId && { deviceId }),
          },
          ...{ page: 0, limit },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** As many as a setting of the server allows. */
export const allCalculated = () =>
  queryOptions({
    queryKey: ["calculated-channels", "all"],
    queryFn: ({ signal }) => api.calculatedChannels.list({ limit: -1 }, { signal }),
    staleTime: 10_000,
  });

export const calculatedChannel = (channelId: string) =>
  queryOptions({
    queryKey: ["calculated-channel", channelId],
    queryFn: ({ signal }) => api.calculatedChannels.get({ channelId }, { signal }),
    refetchOnWindowFocus: false,
  });

/** All that is wrong with one that is not saved yet, and where. */
export const calculatedCheck = (definition: CalculatedDefinition, id: string | undefined) =>
  queryOptions({
    queryKey: ["calculated-check", id, definition],
    queryFn: ({ signal }) =>
      api.calculatedChannels.check({ body: { definition, ...(id !== undefined && { id }) } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });

interface PreviewWish {
  readonly definition: CalculatedDefinition;
  readonly deviceId: string;
  readonly from: number;
  readonly to: number;
}

/** It is given up as soon as another one is wanted: the server ends when the caller leaves. */
export const calculatedPreview = ({ definition, deviceId, from, to }: PreviewWish) =>
  queryOptions({
    queryKey: ["calculated-preview", definition, deviceId, from, to],
    queryFn: ({ signal }) =>
      api.calculatedChannels.preview({ body: { definition, deviceId, startTs: from, endTs: to } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  });

export const saveCalculated = (body: CalculatedChannelToSave) => api.calculatedChannels.save({ body });
export const deleteCalculated = (channelId: string) => api.calculatedChannels.remove({ channelId });
export const fillCalculated = (channelId: string, startTs: number, endTs: number) =>
  api.calculatedChannels.fill({ channelId, body: { startTs, endTs } });

/** What has to be read again after a channel was changed. */
export const calculatedReads = ["calculated-channels", "calculated-channel", "device-description", "audit"] as const;
