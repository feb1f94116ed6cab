import { describeChannels } from "@heliograph/contract/channel-meaning";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { deviceDescription } from "../api/device-types.ts";
import { unitInName } from "../format/unit-in-name.ts";
import { useLocale } from "../i18n/messages.tsx";
import { type Channels, shownChannel } from "./use-channels.ts";

/** What keys mean on each of some devices, which may come and go [TYP2]. */
export function useChannelsOf(deviceIds: readonly string[]): (deviceId: string) => Channels {
  const locale = useLocale();
  const described = useQueries({
    queries: deviceIds.map((id) => deviceDescription(id)),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => {
    const undescribed: Channels = (key) => shownChannel(describeChannels({ unitOf: unitInName })(key), locale);
    const byDevice = new Map(
      deviceIds.map((id, at): [string, Channels] => {
        const known = described[at];
        if (!known) return [id, undescribed];
        const sources = { type: known.channels, calculated: known.calculated, overrides: known.overrides };
        const describe = describeChannels({ ...sources, unitOf: unitInName });
        return [id, (key) => shownChannel(describe(key), locale)];
      }),
    );
    return (id) => byDevice.get(id) ?? undescribed;
  }, [deviceIds, described, locale]);
}
