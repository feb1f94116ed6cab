import { pinsAtMost } from "@heliograph/contract/channel-meaning";
import { useState } from "react";
import type { Channels } from "../../../channels/use-channels.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Form } from "../../../ui/form.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { toast } from "../../../ui/toast.tsx";
import { moved } from "./moved.ts";

interface ChoosePinsProps {
  readonly channels: Channels;
  /** Of the device, in the order of its type. */
  readonly keys: readonly string[];
  readonly pinned: readonly string[];
  readonly isOwn: boolean;
  readonly choose: (keys: readonly string[] | null) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Nobody reads more; the filter finds the others. */
const mostShown = 200;

/** Which values come first, and in which order. */
export function ChoosePins({ channels, keys, pinned, isOwn, choose, onClose }: ChoosePinsProps) {
  const m = useMessages();
  const [chosen, setChosen] = useState(pinned);
  const [filter, setFilter] = useState("");
  const fits = (key: string) => `${key}\n${channels(key).label}`.toLowerCase().includes(filter.toLowerCase());
  const others = keys.filter((key) => !chosen.includes(key) && fits(key));
  const save = async (wanted: readonly string[] | null) => {
    await choose(wanted);
    toast(m.overview.pinsSaved);
    onClose();
  };
  return (
    <Dialog title={m.overview.chooseValues} onClose={onClose}>
      <Form action={m.common.save} send={() => save(chosen)} onCancel={onClose}>
        <p className="soft">{m.overview.chooseText}</p>
        <input
          type="search"
          aria-label={m.telemetry.filter}
          placeholder={m.telemetry.filter}
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
        {chosen.length >= pinsAtMost && <p role="status">{m.overview.tooManyPins(pinsAtMost)}</p>}
        <ul className="pin-list">
          {chosen.map((key, at) => (
            <li key={key} data-chosen>
              <Choice
                name={channels(key).label}
                isChosen
                onToggle={() => setChosen(chosen.filter((one) => one !== key))}
              />
              <MoveButton
                icon="up"
                label={m.overview.moveUp(channels(key).label)}
                isOff={at === 0}
                onPress={() => setChosen(moved(chosen, at, -1))}
              />
              <MoveButton
                icon="down"
                label={m.overview.moveDown(channels(key).label)}
                isOff={at === chosen.length - 1}
                onPress={() => setChosen(moved(chosen, at, 1))}
              />
            </li>
          ))}
          {others.slice(0, mostShown).map((key) => (
            <li key={key}>
              <Choice
                name={channels(key).label}
                isOff={chosen.length >= pinsAtMost}
                onToggle={() => setChosen([...chosen, key])}
              />
            </li>
          ))}
          {others.length === 0 && filter !== "" && <li className="soft">{m.overview.noneFound}</li>}
        </ul>
        {isOwn && (
          <button type="button" className="link" onClick={() => void save(null)}>
            {m.overview.asType}
          </button>
        )}
      </Form>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly isChosen?: boolean;
  readonly isOff?: boolean;
  readonly onToggle: () => void;
}

const Choice = ({ name, isChosen = false, isOff = false, onToggle }: ChoiceProps) => (
  <label className="row grow">
    <input type="checkbox" checked={isChosen} disabled={isOff} onChange={onToggle} />
    <span className="break">{name}</span>
  </label>
);

interface MoveButtonProps {
  readonly icon: "up" | "down";
  readonly label: string;
  readonly isOff: boolean;
  readonly onPress: () => void;
}

const MoveButton = ({ icon, label, isOff, onPress }: MoveButtonProps) => (
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
