import type { DashboardVariable, PlainSelection } from "@heliograph/contract";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { device } from "../api/devices.ts";
import { api } from "../app.ts";
import { useMessages } from "../i18n/messages.tsx";
import { useTenantId } from "../shell/current-user.ts";

interface ChipsProps {
  readonly variables: readonly DashboardVariable[];
  readonly choice: Readonly<Record<string, string>>;
  readonly onChange: (choice: Readonly<Record<string, string>>) => void;
  /** For an onlooker, who cannot ask: the devices that variables can be. */
  readonly devices?: Readonly<Record<string, readonly NamedDevice[]>>;
}

interface NamedDevice {
  readonly id: string;
  readonly name: string;
}

/** What the page is about, and what else it could be about. */
export function VariableChips({ variables, choice, onChange, devices }: ChipsProps) {
  const m = useMessages();
  if (variables.length === 0) return null;
  const choose = (name: string, value: string) => {
    const { [name]: _, ...others } = choice;
    onChange(value === "" ? others : { ...others, [name]: value });
  };
  return (
    <fieldset className="row variable-chips" aria-label={m.dashboards.variables}>
      {variables.map((variable) => (
        <VariableChip
          key={variable.name}
          variable={variable}
          value={choice[variable.name] ?? ""}
          devices={devices && (devices[variable.name] ?? [])}
          onChange={(value) => choose(variable.name, value)}
        />
      ))}
    </fieldset>
  );
}

interface ChipProps {
  readonly variable: DashboardVariable;
  readonly devices: readonly NamedDevice[] | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function VariableChip(props: ChipProps) {
  const id = useId();
  const { label, name } = props.variable;
  return (
    <span className="row tight">
      <label className="soft" htmlFor={id}>
        {label ?? name}
      </label>
      <VariableInput id={id} {...props} />
    </span>
  );
}

interface InputProps extends ChipProps {
  readonly id: string;
}

function VariableInput({ id, variable, devices, value, onChange }: InputProps) {
  if (variable.kind === "DEVICE") {
    const given = { id, name: variable.name, value, onChange, standard: variable.default };
    return devices ? <NamedSelect {...given} devices={devices} /> : <DeviceSelect {...given} among={variable.among} />;
  }
  const choices =
    variable.kind === "CHOICE" ? variable.choices : variable.kind === "CHANNEL" ? variable.keys : undefined;
  if (!choices)
    return (
      <input id={id} value={value} placeholder={variable.default} onChange={({ target }) => onChange(target.value)} />
    );
  return (
    <select id={id} value={value || variable.default} onChange={({ target }) => onChange(target.value)}>
      {choices.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
}

interface DeviceSelectProps {
  readonly id: string;
  readonly name: string;
  readonly standard: PlainSelection | undefined;
  readonly among: PlainSelection | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** As many as somebody looks through; who has more chooses in the address. */
const devicesListed = 200;

function DeviceSelect({ id, name, standard, among = { kind: "ALL" }, value, onChange }: DeviceSelectProps) {
  const tenantId = useTenantId();
  const { data } = useQuery({
    queryKey: ["devices", tenantId, "of a variable", among],
    queryFn: ({ signal }) =>
      api.devices.list({ tenantId, ...filterOf(among), page: 0, limit: devicesListed }, { signal }),
    staleTime: 30_000,
  });
  const isAmong = (id: string) => among.kind !== "DEVICES" || among.deviceIds.includes(id);
  const listed = (data?.data ?? []).map(({ id, name }) => ({ id: id.id, name })).filter(({ id }) => isAmong(id));
  const isAll = among.kind === "ALL" && data !== undefined && data.totalElements <= devicesListed;
  const others = data && !isAll ? meantBy(standard, value) : [];
  const further = useFurther(others.filter((id) => !listed.some((one) => one.id === id)));
  const devices = [...listed, ...further.devices];
  const before = useRef(new Map<string, string>());
  for (const one of devices) before.current.set(one.id, one.name);
  return (
    <NamedSelect
      {...{ id, name, standard, value, onChange, devices }}
      isKnown={data !== undefined && !further.isPending}
      before={before.current}
    />
  );
}

/** Devices that are not in the list: more than it holds, or chosen in the address; without those that are gone. */
function useFurther(ids: readonly string[]) {
  return useQueries({
    queries: ids.slice(0, namedAtMost).map((id) => ({ ...device(id), staleTime: 30_000, retry: false })),
    combine: (results) => ({
      devices: results.flatMap(({ data }) => (data ? [{ id: data.id.id, name: data.name }] : [])),
      isPending: results.some(({ isPending }) => isPending),
    }),
  });
}

const meantBy = (standard: PlainSelection | undefined, value: string): readonly string[] =>
  value !== "" ? [value] : standard?.kind === "DEVICES" ? standard.deviceIds : [];

interface NamedSelectProps {
  readonly id: string;
  /** Of the variable. */
  readonly name: string;
  /** What counts until somebody chooses; without, all of them. */
  readonly standard: PlainSelection | undefined;
  readonly value: string;
  readonly devices: readonly NamedDevice[];
  /** Whether these were read: one that is not among them is gone then. */
  readonly isKnown?: boolean;
  /** What devices were called while they were there. */
  readonly before?: ReadonlyMap<string, string>;
  readonly onChange: (value: string) => void;
}

function NamedSelect({ id, name, standard, value, devices, isKnown = true, before, onChange }: NamedSelectProps) {
  const m = useMessages();
  const ids = meantBy(standard, "");
  const first = devices.filter((device) => ids.includes(device.id));
  const others = first.length === 1 ? devices.filter((device) => device !== first[0]) : devices;
  const isStranger = value !== "" && !devices.some((device) => device.id === value);
  const nameBefore = (one: string) => m.dashboards.goneOf(before?.get(one) ?? "");
  const gone = isKnown ? ids.length - first.length : 0;
  const [only = ""] = ids;
  return (
    <select id={id} data-variable={name} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">
        {gone > 0
          ? first.length > 0
            ? m.dashboards.someGone(namesOf(first), gone)
            : nameBefore(only)
          : namesOf(first) || (!standard || standard.kind === "ALL" ? m.dashboards.all : m.dashboards.standard)}
      </option>
      {isStranger && <option value={value}>{isKnown ? nameBefore(value) : "…"}</option>}
      {others.map((device) => (
        <option key={device.id} value={device.id}>
          {device.name}
        </option>
      ))}
    </select>
  );
}

const namedAtMost = 3;

/** A select is no place for two hundred names. */
function namesOf(devices: readonly NamedDevice[]): string {
  const further = devices.length - namedAtMost;
  const names = devices.slice(0, namedAtMost).map(({ name }) => name);
  return names.join(", ") + (further > 0 ? ` +${further}` : "");
}

function filterOf(among: PlainSelection) {
  if (among.kind === "TYPE")
    return { deviceProfileId: among.deviceProfileId, ...(among.projectId && { projectId: among.projectId }) };
  if (among.kind === "GROUP") return { group: among.deviceGroupId };
  return among.kind === "PROJECT" ? { projectId: among.projectId } : {};
}
