import { deviceCredentialsRoutes } from "@heliograph/contract";
import type { Devices } from "../../../core/devices/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { chosenTokenOf } from "../chosen-token.ts";
import { credentialsRecordOf } from "../records/device-record.ts";
import { deviceIdOf } from "../route-ids.ts";

/** The tokens of devices [DEV4]. */
export function serveDeviceCredentials(app: HttpApp, { devices }: { readonly devices: Devices }): void {
  register(app, deviceCredentialsRoutes, {
    credentials: async (request) =>
      credentialsRecordOf(await devices.showCredentials(reachOf(request), deviceIdOf(request.params.deviceId))),

    setCredentials: async (request) => {
      const { deviceId, credentialsId } = request.body;
      const chosen = chosenTokenOf(request, credentialsId);
      return credentialsRecordOf(await devices.setToken(reachOf(request), deviceIdOf(deviceId.id), chosen));
    },
  });
}
