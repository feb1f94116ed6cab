import type { CalculatedDefinition } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { calculatedPreview } from "../../../api/calculated-channels.ts";
import type { Ground } from "../../rules/use-rule-names.ts";

const hourMs = 3_600_000;
export const previewRanges = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
  month: 30 * 24 * hourMs,
} as const;
export type PreviewRange = keyof typeof previewRanges;

interface Zoom {
  readonly from: number;
  readonly to: number;
}

interface PreviewWish {
  readonly definition: CalculatedDefinition;
  readonly ground: Ground;
  /** Nothing is wrong with it, and it is what is being edited. */
  readonly isSound: boolean;
}

/** What it comes to over the past of one device, calculated anew with each change. */
export function usePreview({ definition, ground, isSound }: PreviewWish) {
  const [range, setRange] = useState<PreviewRange>("day");
  const [until, setUntil] = useState(() => Date.now());
  const [zoom, setZoom] = useState<Zoom>();
  const [chosen, setChosen] = useState<string>();
  const devices = ground.devices?.devices ?? [];
  const device = devices.find(({ id }) => id === chosen) ?? devices[0];
  const whole = { from: until - previewRanges[range], to: until };
  const isWanted = isSound && device !== undefined;
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    ...calculatedPreview({ definition, deviceId: device?.id ?? "", ...whole }),
    enabled: isWanted,
  });
  return {
    ...{ range, devices, device, whole, shown: zoom ?? whole, zoom, data, isWanted },
    error: isWanted ? error : undefined,
    isOld: isPlaceholderData || isFetching || !isSound,
    chooseDevice: setChosen,
    chooseRange: (next: PreviewRange) => {
      setRange(next);
      setUntil(Date.now());
      setZoom(undefined);
    },
    setZoom,
  };
}

export type ShownPreview = ReturnType<typeof usePreview>;
