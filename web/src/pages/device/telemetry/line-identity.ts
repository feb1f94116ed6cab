import type { ShownChannel } from "../../../channels/use-channels.ts";
import type { Line } from "../../../charts/aligned.ts";
import { placeOfName } from "../../../charts/series-colours.ts";
import type { ComparedLine } from "./compared-lines.ts";

type Told = Pick<ShownChannel, "label" | "unitShown" | "colour" | "limits" | "decimals">;
type ChannelOf = (of: ComparedLine) => Told;

/** What stays of a line whoever it is compared with: lines of the page's device keep the colour they have alone. */
export function identityOf(deviceId: string, lines: readonly ComparedLine[], channelOf: ChannelOf) {
  return (of: ComparedLine, label: string): Pick<Line, "colour" | "series" | "limits" | "decimals"> => {
    const { colour, limits, decimals, label: name } = channelOf(of);
    const digits = decimals === undefined ? {} : { decimals };
    if (of.deviceId !== deviceId)
      return { ...digits, series: { id: `${of.deviceId} ${of.id}`, place: placeOfName(label) } };
    const place = lines.findIndex(({ id }) => id === of.id);
    return {
      ...(colour ? { colour } : { series: { id: name, place: Math.max(0, place) } }),
      ...digits,
      ...(limits && !isDisputed(of, lines, channelOf) && { limits }),
    };
  };
}

/** Whether another device has other limits on the same axis: nobody would know whose are drawn. */
function isDisputed(of: ComparedLine, lines: readonly ComparedLine[], channelOf: ChannelOf): boolean {
  const own = channelOf(of);
  return lines.some((one) => {
    const { limits, unitShown } = channelOf(one);
    if (one.deviceId === of.deviceId || unitShown !== own.unitShown || !limits) return false;
    return JSON.stringify(limits) !== JSON.stringify(own.limits);
  });
}
