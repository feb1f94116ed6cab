import type { DeviceSelection, WidgetChannel } from "@heliograph/contract";
import { type ReactNode, useState } from "react";
import { CheckedForm } from "../../../ui/form-checks/checked-form.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useEditorState } from "../use-editor.ts";
import { useEditorWords } from "../words/words.ts";
import { ChannelInput, channelText, NobodySends, typedChannel } from "./channel-field.tsx";
import { ChannelLook } from "./channel-look.tsx";
import { meaningOf, meantKey } from "./known-channel.ts";
import { Wrong } from "./section.tsx";
import { useKnownChannels } from "./use-known-channels.ts";

interface ChannelsFieldProps<Channel extends WidgetChannel> {
  readonly devices: DeviceSelection;
  readonly value: readonly Channel[];
  readonly onChange: (value: Channel[]) => void;
  readonly atMost: number;
  /** Where nothing chosen means everything, nothing is missing. */
  readonly isOptional?: boolean;
  /** What else can be said of one of them. */
  readonly more?: (channel: Channel, change: (channel: Channel) => void) => ReactNode;
}

/** Channels in their order; each can look otherwise than its type says. */
export function ChannelsField<Channel extends WidgetChannel>(props: ChannelsFieldProps<Channel>) {
  const { devices, value, onChange, atMost, isOptional = false, more } = props;
  const { fields: w } = useEditorWords();
  const known = useKnownChannels(devices);
  const meanings = new Map(known.map((channel) => [channel.key, meaningOf(channel)]));
  const change = (at: number, channel: Channel) => onChange(value.with(at, channel));
  return (
    <>
      <ul className="edit-channels" aria-label={w.channels}>
        {value.map((channel, at) => {
          const text = channelText(channel);
          const name = channel.label ?? meanings.get(text) ?? text;
          return (
            <li key={text}>
              <details>
                <summary title={text} aria-label={w.settingsOf(name)}>
                  <span className="cut">{name}</span>
                </summary>
                <div className="form">
                  <ChannelLook channel={channel} onChange={(next) => change(at, next)} />
                  {more?.(channel, (next) => change(at, next))}
                </div>
              </details>
              <RowButton
                icon="up"
                label={w.moveUp(name)}
                isOff={at === 0}
                onPress={() => onChange(value.toSpliced(at, 1).toSpliced(at - 1, 0, channel))}
              />
              <RowButton icon="trash" label={w.removeOf(name)} onPress={() => onChange(value.toSpliced(at, 1))} />
              <NobodySends value={text} known={known} />
            </li>
          );
        })}
      </ul>
      {value.length === 0 && !isOptional && <Wrong>{w.noChannel}</Wrong>}
      {value.length < atMost && (
        <AddChannel
          known={known.filter(({ key }) => !value.some((one) => one.key === key))}
          // A new channel has no more than what every kind of channel may have.
          onAdd={(channel) => onChange([...value, channel as Channel])}
        />
      )}
    </>
  );
}

interface RowButtonProps {
  readonly icon: "up" | "trash";
  readonly label: string;
  readonly isOff?: boolean;
  readonly onPress: () => void;
}

export const RowButton = ({ icon, label, isOff = false, onPress }: RowButtonProps) => (
  <button
    type="button"
    className="button ghost square small"
    aria-label={label}
    title={label}
    disabled={isOff}
    onClick={onPress}
  >
    <Icon name={icon} size={16} />
  </button>
);

interface AddChannelProps {
  readonly known: Parameters<typeof ChannelInput>[0]["known"];
  readonly onAdd: (channel: WidgetChannel) => void;
}

function AddChannel({ known, onAdd }: AddChannelProps) {
  const { fields: w } = useEditorWords();
  const { variables } = useEditorState().history.present.configuration;
  const [text, setText] = useState("");
  const add = () => {
    if (text === "") return;
    onAdd(typedChannel(meantKey(text, known), variables));
    setText("");
  };
  return (
    <CheckedForm className="edit-add" onSend={add}>
      <ChannelInput label={w.addChannel} value={text} known={known} onChange={setText} />
      <button type="submit" className="button square" aria-label={w.addChannel} disabled={text === ""}>
        <Icon name="plus" />
      </button>
    </CheckedForm>
  );
}
