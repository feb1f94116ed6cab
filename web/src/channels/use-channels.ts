import {
  type DescribedChannel,
  describeChannels,
  nameIn,
  unitsIn,
  unitText,
} from "@heliograph/contract/channel-meaning";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { attributes } from "../api/attributes.ts";
import { deviceDescription } from "../api/device-types.ts";
import { unitInName, withoutUnit } from "../format/unit-in-name.ts";
import { useLocale } from "../i18n/messages.tsx";
import { useLiveAttributes } from "../live/use-live-attributes.ts";

/** A channel as it is shown: its name in the reader's language, its unit as people write it. */
export interface ShownChannel extends DescribedChannel {
  readonly label: string;
  /** Without the unit, where that stands beside it. */
  readonly title: string;
  readonly unitShown: string;
  /** Nobody measures it [RUL7]. */
  readonly isCalculated?: boolean;
}

export type Channels = (key: string) => ShownChannel;

/** What each key of a device means: by its type, by what it says otherwise, else by what it says of units itself [TYP2]. */
export function useChannels(deviceId: string): Channels {
  const locale = useLocale();
  const { data: description } = useQuery(deviceDescription(deviceId));
  const { data: known } = useQuery({ ...attributes(deviceId, undefined), ...useLiveAttributes(deviceId) });
  return useMemo(() => {
    const units = unitsIn(known ?? []);
    const describe = describeChannels({
      ...(description && {
        type: description.channels,
        calculated: description.calculated,
        overrides: description.overrides,
      }),
      unitOf: (key) => units.get(key) ?? unitInName(key),
    });
    const calculated = new Set(description?.calculated.map(({ key }) => key));
    return (key) => ({ ...shownChannel(describe(key), locale), isCalculated: calculated.has(key) });
  }, [description, known, locale]);
}

/** In the reader's language. */
export function shownChannel(channel: DescribedChannel, locale: string): ShownChannel {
  const unit = unitText(channel.unit);
  const label = nameIn(channel, locale);
  const { limits, ...said } = channel;
  const hasLimits = limits !== undefined && Object.values(limits).some((limit) => limit !== undefined);
  return {
    ...{ ...said, label, title: withoutUnit(label, channel.unit), unitShown: unit },
    ...(hasLimits && { limits }), // an empty set of them limits nothing
  };
}
