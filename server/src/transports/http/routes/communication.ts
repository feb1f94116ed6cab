import { type CommunicationRecord, communicationRoutes } from "@heliograph/contract";
import type { CommunicationEntry, CommunicationLog, RefusedContacts } from "../../../core/communication/index.ts";
import type { Devices } from "../../../core/devices/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import { plainAddressOf } from "../../../kernel/network-of.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { ownAddressOf } from "../../refused-http.ts";
import { register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { listBody } from "../list-body.ts";
import { deviceIdOf } from "../route-ids.ts";

export interface CommunicationDependencies {
  readonly devices: Devices;
  readonly communication: CommunicationLog;
  readonly refusedContacts: RefusedContacts;
}

const endBeforeStart = () =>
  new AppError("COMMUNICATION_RANGE_INVALID", "invalid", "endTime lies before startTime; both are Unix milliseconds");

/** The communication log of a device [COM1]. */
export function serveCommunication(app: HttpApp, dependencies: CommunicationDependencies): void {
  const { devices, communication, refusedContacts } = dependencies;
  register(app, communicationRoutes, {
    list: async (request, reply) => {
      const { startTime, endTime, kind, textSearch, result } = request.query;
      const { id } = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      if (endTime < startTime) throw endBeforeStart();
      const query = {
        deviceId: id,
        startTime: epochMs(startTime),
        endTime: epochMs(endTime),
        kind,
        textSearch,
        failed: result && result === "FAILED",
      };
      const source = {
        page: (page: Parameters<CommunicationLog["list"]>[1]) => communication.list(query, page),
        stream: () => communication.stream(query),
      };
      return listBody(reply, request.query, source, communicationRecordOf);
    },
    refused: async (request) => {
      const address = ownAddressOf(request);
      if (address === undefined) return { address: null, count: 0, contacts: [] };
      const { count, last } = refusedContacts.of(address);
      return { address: plainAddressOf(address), count, contacts: [...last] };
    },
  });
}

const communicationRecordOf = ({ deviceId: _, id, ...entry }: CommunicationEntry): CommunicationRecord => ({
  id: { entityType: "COMMUNICATION", id },
  ...entry,
});
