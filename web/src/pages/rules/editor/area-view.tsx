import type { AreaCondition } from "@heliograph/contract";
import { type ReactNode, useId } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { asCircle, asCorners } from "../../../map/area.ts";
import { ChoiceEdit, NumberEdit, TextEdit } from "../../device-types/edit-fields.tsx";
import { areaText } from "../sentence/area-text.ts";
import { type ConditionPlace, pathOf, withChangedInput } from "../sentence/edits.ts";
import { inputNamed, keyOf } from "../sentence/rule-names.ts";
import { Chip } from "./chip.tsx";
import { CornerFields } from "./corner-fields.tsx";
import { Filled } from "./filled.tsx";
import { useRuleEditing } from "./rule-editing.ts";

interface AreaViewProps {
  readonly place: ConditionPlace;
  readonly scope?: ReactNode;
  readonly area: AreaCondition;
  readonly onChange: (next: AreaCondition) => void;
}

/** Inside or outside of an area; on the map below, and here in numbers for who cannot see or drag it [RUL1]. */
export function AreaView({ place, scope, area, onChange }: AreaViewProps) {
  const { sentence, areas } = useMessages().rules;
  const { wording } = useRuleEditing();
  const path = pathOf(place);
  return (
    <Filled
      template={scope === undefined ? sentence.area : sentence.areaOf}
      places={{
        position: <PositionChip area={area} />,
        where: (
          <Chip label={areas.where} text={areas.wheres[area.where]} path={`${path}.where`}>
            <ChoiceEdit
              label={areas.where}
              value={area.where}
              options={(["INSIDE", "OUTSIDE"] as const).map((one) => [one, areas.wheres[one]] as const)}
              onChange={(where) => onChange({ ...area, where })}
            />
          </Chip>
        ),
        area: (
          <Chip label={areas.title} text={areaText(area, wording)} path={path}>
            <AreaForm area={area} onChange={onChange} />
          </Chip>
        ),
        scope,
      }}
    />
  );
}

/** Which channels tell where a device is. */
function PositionChip({ area }: Pick<AreaViewProps, "area">) {
  const { areas } = useMessages().rules;
  const { definition } = useRuleEditing();
  const first = definition.inputs.findIndex(({ name }) => name === area.latitude);
  return (
    <Chip label={areas.position} text={areas.position} path={`inputs.${first}`}>
      <ChannelEdit label={areas.latitude} name={area.latitude} />
      <ChannelEdit label={areas.longitude} name={area.longitude} />
    </Chip>
  );
}

function ChannelEdit({ label, name }: { readonly label: string; readonly name: string }) {
  const { form } = useMessages().rules;
  const { definition, change, ground } = useRuleEditing();
  const listId = useId();
  const input = inputNamed(definition.inputs, name);
  return (
    <>
      <TextEdit
        label={label}
        hint={form.keyHint}
        value={input ? keyOf(input) : ""}
        maxLength={256}
        list={listId}
        onChange={(key) => change?.(withChangedInput(definition, name, { kind: "TELEMETRY", name, key }))}
      />
      <datalist id={listId}>
        {ground.keys.map((key) => (
          <option key={key} value={key}>
            {ground.names.channel(key).title}
          </option>
        ))}
      </datalist>
    </>
  );
}

type AreaFormProps = Pick<AreaViewProps, "area" | "onChange">;

function AreaForm({ area, onChange }: AreaFormProps) {
  const { areas } = useMessages().rules;
  return (
    <>
      <ChoiceEdit
        label={areas.shape}
        value={area.circle ? "circle" : "corners"}
        options={(["circle", "corners"] as const).map((one) => [one, areas.shapes[one]] as const)}
        onChange={(shape) => onChange(inShape(area, shape))}
      />
      {area.circle ? (
        <CircleFields circle={area.circle} onChange={(circle) => onChange({ ...area, circle })} />
      ) : (
        <CornerFields corners={area.corners ?? []} onChange={(corners) => onChange({ ...area, corners })} />
      )}
    </>
  );
}

/** The same area as a circle or with corners. */
export function inShape(area: AreaCondition, shape: "circle" | "corners"): AreaCondition {
  const { circle: _, corners: __, ...rest } = area;
  return shape === "circle" ? { ...rest, circle: asCircle(area) } : { ...rest, corners: asCorners(area) };
}

interface CircleFieldsProps {
  readonly circle: NonNullable<AreaCondition["circle"]>;
  readonly onChange: (circle: NonNullable<AreaCondition["circle"]>) => void;
}

function CircleFields({ circle, onChange }: CircleFieldsProps) {
  const { areas } = useMessages().rules;
  const fields = [
    ["latitude", areas.ofMiddle.latitude],
    ["longitude", areas.ofMiddle.longitude],
    ["radius", areas.radius],
  ] as const;
  return fields.map(([part, label]) => (
    <NumberEdit
      key={part}
      label={label}
      value={circle[part]}
      onChange={(value) => value !== undefined && onChange({ ...circle, [part]: value })}
    />
  ));
}
