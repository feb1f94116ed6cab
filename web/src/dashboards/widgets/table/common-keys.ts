import { shownKeysAtMost } from "@heliograph/contract";
import type { ShownChannel } from "../../../channels/use-channels.ts";
import type { QuestionAnswer } from "../../page-answer.ts";
import type { ChannelOf } from "../../series-lines.ts";
import { deviceOf } from "../widget-view.ts";

type Said = Pick<ShownChannel, "isDescribed" | "order" | "kind" | "part">;

/** Whether a type says what it is, and it is nothing for a map. */
const isWorthSeeing = ({ isDescribed, kind, part }: Said): boolean =>
  isDescribed && kind !== "position" && part === undefined;

/** Where nobody chose channels: those that a type describes before bare keys, those of most devices first, as types have them [TYP2]. */
export function commonKeys(
  { devices, latest }: Pick<QuestionAnswer, "devices" | "latest">,
  channelOf: (...asked: Parameters<ChannelOf>) => Said,
): string[] {
  const found = new Map<string, Said & { count: number }>();
  for (const [id, values] of latest)
    for (const key of Object.keys(values)) {
      const one = found.get(key) ?? { ...channelOf(deviceOf(devices, id), key), count: 0 };
      one.count += 1;
      found.set(key, one);
    }
  return [...found]
    .sort(
      ([a, one], [b, other]) =>
        Number(isWorthSeeing(other)) - Number(isWorthSeeing(one)) ||
        other.count - one.count ||
        one.order - other.order ||
        a.localeCompare(b),
    )
    .slice(0, shownKeysAtMost)
    .map(([key]) => key);
}
