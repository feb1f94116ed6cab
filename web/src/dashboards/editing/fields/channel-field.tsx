import type { DashboardVariable, DeviceSelection, WidgetChannel } from "@heliograph/contract";
import { useEffect, useId, useRef } from "react";
import { TextEdit } from "../../../pages/device-types/edit-fields.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useEditorState } from "../use-editor.ts";
import { useEditorWords } from "../words/words.ts";
import { type KnownChannel, meaningOf, meantKey, offeredKey, offeredText } from "./known-channel.ts";
import { useKnownChannels } from "./use-known-channels.ts";

/** Variables are written like this among keys. */
const mark = "$";

export const channelText = ({ key, variable }: WidgetChannel): string =>
  key ?? (variable === undefined ? "" : `${mark}${variable}`);

/** What was typed: the key of a channel, or a variable that stands for one. */
export function typedChannel(
  text: string,
  variables: readonly DashboardVariable[],
): Pick<WidgetChannel, "key" | "variable"> {
  const name = text.startsWith(mark) ? text.slice(mark.length) : undefined;
  const isVariable = variables.some((one) => one.kind === "CHANNEL" && one.name === name);
  return isVariable && name !== undefined ? { variable: name } : { key: text };
}

interface ChannelInputProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly known: readonly KnownChannel[];
  readonly onChange: (text: string) => void;
}

/** Found by its key, its name or its unit; what is typed is a key until it is known to be a name. */
export function ChannelInput({ label, value, hint, known, onChange }: ChannelInputProps) {
  const { fields: w } = useEditorWords();
  const { variables } = useEditorState().history.present.configuration;
  const listId = useId();
  const left = useRef<string>(undefined);
  const settle = () => {
    left.current = value;
    const meant = meantKey(value, known);
    if (meant !== value) onChange(meant);
  };
  // Names may come to be known after the field was left: what was typed means the same then as it would have before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when more is known; what is typed is settled on leaving
  useEffect(() => {
    if (left.current === value) settle();
  }, [known]);
  const chosen = known.find(({ key }) => key === value);
  const said = chosen && meaningOf(chosen) !== value ? meaningOf(chosen) : hint;
  return (
    <div className="edit-channel">
      <TextEdit
        {...{ label, value }}
        maxLength={256}
        list={listId}
        {...(said && { hint: said })}
        onChange={(text) => onChange(offeredKey(text, known) ?? text)}
        onLeave={settle}
      />
      <NobodySends {...{ value, known }} />
      <datalist id={listId}>
        {known.map((channel) => (
          <option key={channel.key} value={offeredText(channel)} />
        ))}
        {variables
          .filter(({ kind }) => kind === "CHANNEL")
          .map(({ name, label: said }) => (
            <option key={`${mark}${name}`} value={`${mark}${name}`}>
              {w.ofVariable(said ?? name)}
            </option>
          ))}
      </datalist>
    </div>
  );
}

/** A key is not taken without a word that no device is known to have sent: it may be a slip of the fingers [DSH5]. */
export function NobodySends({ value, known }: Pick<ChannelInputProps, "value" | "known">) {
  const { fields: w } = useEditorWords();
  const isKnown = value === "" || value.startsWith(mark) || known.some(({ key }) => key === value);
  if (isKnown || known.length === 0) return null;
  return (
    <small className="edit-unknown" role="status">
      <Icon name="alert" size={14} /> {w.nobodySends}
    </small>
  );
}

interface ChannelFieldProps {
  readonly devices: DeviceSelection;
  readonly value: WidgetChannel | undefined;
  readonly onChange: (value: WidgetChannel | undefined) => void;
  readonly label?: string;
  readonly hint?: string;
}

/** One channel of the chosen devices. */
export function ChannelField({ devices, value, onChange, label, hint }: ChannelFieldProps) {
  const { fields: w } = useEditorWords();
  const { variables } = useEditorState().history.present.configuration;
  const known = useKnownChannels(devices);
  return (
    <ChannelInput
      label={label ?? w.channel}
      value={channelText(value ?? {})}
      hint={hint ?? w.channelHint}
      known={known}
      onChange={(text) => {
        const { key: _, variable: __, ...look } = value ?? {};
        onChange(text === "" ? undefined : { ...look, ...typedChannel(text, variables) });
      }}
    />
  );
}
