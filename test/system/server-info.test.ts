import type { ServerInfo } from "@heliograph/contract";
import { expect, test } from "vitest";
import { version } from "../../server/src/version.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { selfSignedCertificate } from "../support/certificate.ts";
import { hasProgram } from "../support/debian-package.ts";
import { sharedApp } from "../support/shared-app.ts";
import { tempFolder } from "../support/temp-folder.ts";

const infoOf = async (app: TestApp): Promise<ServerInfo> =>
  (await app.tenant()).admin.get("/api/server").then((response) => response.json<ServerInfo>());

test("[RUN3] a node tells its version and the ports it really listens on, to whoever is logged in", async () => {
  await using app = await sharedApp();

  const { httpPort, mqttPort } = app.node;
  expect(await infoOf(app)).toEqual({
    ...{ version, httpPort, httpsPort: null, mqttPort, mqttTlsPort: null, mqttWebSocketPath: "/mqtt" },
  });
  expect(Math.min(httpPort, mqttPort)).toBeGreaterThan(0);
  expect((await app.rest.get("/api/server")).status).toBe(401);
});

test.skipIf(!hasProgram("openssl", "version", ["openssl"], "ports of TLS are not tried"))(
  "[RUN3] with a certificate it tells the ports of TLS as well",
  async () => {
    await using folder = await tempFolder();
    const { cert, key } = selfSignedCertificate(folder.path);
    await using app = await startApp({ HELIO_TLS_CERT: cert, HELIO_TLS_KEY: key });

    const { httpsPort, mqttTlsPort } = app.node;
    expect(await infoOf(app)).toMatchObject({ httpsPort, mqttTlsPort });
    expect(httpsPort).toBeGreaterThan(0);
    expect(mqttTlsPort).toBeGreaterThan(0);
  },
);
