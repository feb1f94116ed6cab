import type { WidgetChannel } from "@heliograph/contract";
import { NumberEdit, TextEdit } from "../../../pages/device-types/edit-fields.tsx";
import { useEditorWords } from "../words/words.ts";
import { filledIn, withField } from "./with-field.ts";

interface ChannelLookProps<Channel extends WidgetChannel> {
  readonly channel: Channel;
  readonly onChange: (channel: Channel) => void;
}

const mostDecimals = 15;

/** Otherwise than the device type says [TYP2]. */
export function ChannelLook<Channel extends WidgetChannel>({ channel, onChange }: ChannelLookProps<Channel>) {
  const { fields: w } = useEditorWords();
  const set = (changed: WidgetChannel) => onChange({ ...(changed as Channel) });
  const base: WidgetChannel = channel;
  return (
    <>
      <TextEdit
        label={w.label}
        value={channel.label}
        onChange={(text) => set(withField(base, "label", filledIn(text)))}
      />
      <TextEdit
        label={w.unit}
        value={channel.unit}
        maxLength={64}
        onChange={(text) => set(withField(base, "unit", filledIn(text)))}
      />
      <NumberEdit
        label={w.decimals}
        value={channel.decimals}
        onChange={(decimals) =>
          set(withField(base, "decimals", decimals === undefined ? undefined : wholeUpTo(decimals, mostDecimals)))
        }
      />
    </>
  );
}

const wholeUpTo = (value: number, most: number): number => Math.max(0, Math.min(most, Math.round(value)));
