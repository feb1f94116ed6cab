import type { DeviceTypeInfo } from "@heliograph/contract";
import { useMessages } from "../../i18n/messages.tsx";
import { TextField } from "../../ui/field.tsx";

interface TypeChoiceProps {
  readonly types: readonly DeviceTypeInfo[];
  /** A name of a type; undefined: something else. */
  readonly value: string | undefined;
  readonly onChange: (name: string | undefined) => void;
}

/** As many as can be looked over; the others are in a list. */
const cardsAtMost = 7;

/** What the device is: the types that are used most, and anything else. */
export function TypeChoice({ types, value, onChange }: TypeChoiceProps) {
  const { connect: m } = useMessages();
  const named = types.filter((one) => !one.default).toSorted((a, b) => b.deviceCount - a.deviceCount);
  const [cards, others] = [named.slice(0, cardsAtMost), named.slice(cardsAtMost)];
  return (
    <div className="stack">
      <fieldset className="type-cards" aria-label={m.what}>
        {cards.map(({ id, name, description, channelCount }) => (
          <Card
            key={id.id}
            title={name}
            text={description || m.channelsDescribed(channelCount)}
            isChosen={value === name}
            onChoose={() => onChange(name)}
          />
        ))}
        <Card
          title={m.somethingElse}
          text={m.asTheyCome}
          isChosen={value === undefined}
          onChoose={() => onChange(undefined)}
        />
      </fieldset>
      {others.length > 0 && (
        <select
          aria-label={m.moreTypes}
          value={others.some(({ name }) => name === value) ? value : ""}
          onChange={({ target }) => onChange(target.value || undefined)}
        >
          <option value="">{m.moreTypes} …</option>
          {others.map(({ id, name }) => (
            <option key={id.id}>{name}</option>
          ))}
        </select>
      )}
      {value === undefined && <TextField label={m.newType} name="newType" maxLength={255} />}
    </div>
  );
}

interface CardProps {
  readonly title: string;
  readonly text: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const Card = ({ title, text, isChosen, onChoose }: CardProps) => (
  <label className="type-card">
    <input type="radio" name="typeCard" checked={isChosen} onChange={onChoose} />
    <strong className="break">{title}</strong>
    <span className="soft clamp">{text}</span>
  </label>
);
