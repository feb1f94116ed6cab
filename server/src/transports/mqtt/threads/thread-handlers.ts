import type { MqttPortOptions, MqttPorts } from "../mqtt-ports.ts";
import type { Seat } from "../session/roster.ts";

/** Where a thread finds its seats by their numbers. */
interface Seats {
  find(number: number): Seat | undefined;
}

/** Whether messages have to be counted: tenants may be given limits while devices are connected. */
export interface RateSwitch {
  areOn: boolean;
}

/** What a transport thread does for the node that asks. */
export function threadHandlers(
  roster: Seats,
  rates: RateSwitch,
  open: (options: MqttPortOptions) => Promise<MqttPorts>,
) {
  let ports: MqttPorts | undefined;
  return {
    open: async (options: MqttPortOptions) => {
      ports = await open(options);
      return { port: ports.port, tlsPort: ports.tlsPort };
    },
    counts: async () => (await ports?.counts()) ?? [],
    stop: async () => {
      await ports?.stop();
    },
    switchRates: (areOn: boolean) => {
      rates.areOn = areOn;
    },
    displace: async (seat: number) => {
      await roster.find(seat)?.displace();
    },
    close: (seat: number, reason: Parameters<Seat["close"]>[0]) => roster.find(seat)?.close(reason),
    forget: (seat: number) => roster.find(seat)?.forget(),
    pushAttributes: (seat: number, payload: string) => roster.find(seat)?.pushAttributes(payload),
    callWaits: (seat: number) => roster.find(seat)?.callWaits(),
  };
}

export type ThreadHandlers = ReturnType<typeof threadHandlers>;
