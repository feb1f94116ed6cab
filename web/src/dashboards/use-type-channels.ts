import type { ShownDevice } from "@heliograph/contract";
import { type DescribedChannel, describeChannels } from "@heliograph/contract/channel-meaning";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { deviceType } from "../api/device-types.ts";
import { type ShownChannel, shownChannel } from "../channels/use-channels.ts";
import { unitInName } from "../format/unit-in-name.ts";
import { useLocale } from "../i18n/messages.tsx";

type Typed = Pick<ShownDevice, "deviceProfileId">;
type Describe = (key: string) => DescribedChannel;

const undescribed: Describe = describeChannels({ unitOf: unitInName });

/** What keys mean on devices, by their types: one read for each type, however many devices there are [TYP2]. */
export function useTypeChannels(devices: readonly Typed[]): (device: Typed | undefined, key: string) => ShownChannel {
  const locale = useLocale();
  const types = useMemo(() => [...new Set(devices.map(({ deviceProfileId }) => deviceProfileId.id))].sort(), [devices]);
  const described = useQueries({
    queries: types.map((id) => ({ ...deviceType(id), staleTime: 30_000 })),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => {
    const byType = new Map(
      described.flatMap((type) =>
        type ? [[type.id.id, describeChannels({ type: type.channels, unitOf: unitInName })] as const] : [],
      ),
    );
    return (device, key) => {
      const describe = (device && byType.get(device.deviceProfileId.id)) ?? undescribed;
      return shownChannel(describe(key), locale);
    };
  }, [described, locale]);
}
