import type { WidgetOptions } from "@heliograph/contract";
import { CheckEdit, ChoiceEdit } from "../../../pages/device-types/edit-fields.tsx";
import { Field } from "../../../ui/field.tsx";
import { withField } from "../../editing/fields/with-field.ts";
import { useEditorWords } from "../../editing/words/words.ts";

type ChartChannel = WidgetOptions<"TIME_SERIES">["channels"][number];

interface LineLookProps {
  readonly channel: ChartChannel;
  readonly onChange: (channel: ChartChannel) => void;
}

const firstColour = "#17809c";

/** How a line looks. */
export function LineLook({ channel, onChange }: LineLookProps) {
  const { fields: w } = useEditorWords();
  const { axis, colour } = channel;
  return (
    <>
      <ChoiceEdit
        label={w.axis}
        value={axis ?? "AUTO"}
        options={(["AUTO", "LEFT", "RIGHT"] as const).map((one) => [one, w.axes[one]] as const)}
        onChange={(next) => onChange(withField(channel, "axis", next === "AUTO" ? undefined : next))}
      />
      <CheckEdit
        label={w.dashed}
        value={channel.dashed ?? false}
        onChange={(isDashed) => onChange(withField(channel, "dashed", isDashed || undefined))}
      />
      <CheckEdit
        label={w.ownColour}
        value={colour !== undefined}
        onChange={(isOwn) => onChange(withField(channel, "colour", isOwn ? firstColour : undefined))}
      />
      {colour !== undefined && (
        <Field label={w.colour}>
          {(id) => (
            <input
              id={id}
              type="color"
              value={colour}
              onChange={({ target }) => onChange({ ...channel, colour: target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}
