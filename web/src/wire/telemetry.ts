/** As `TelemetryPoints` of the contract, which this branch does not have yet. */
export type TelemetryPoints = Readonly<Record<string, readonly { readonly ts: number; readonly value: unknown }[]>>;
