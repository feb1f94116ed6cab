import { randomUUID } from "node:crypto";
import { type ClientRequest, request as httpRequest } from "node:http";
import type { TenantRole } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, type TestApp, type TestTenant } from "../support/app.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

/** A request whose body has begun and waits for its end. */
class SlowBody {
  readonly #request: ClientRequest;
  readonly #status: Promise<number>;

  constructor(token: string, path: string, type: string, begin: string) {
    const headers = { "x-authorization": `Bearer ${token}`, "content-type": type, "transfer-encoding": "chunked" };
    this.#request = httpRequest({ port: app.node.httpPort, host: "127.0.0.1", method: "POST", path, headers });
    this.#status = new Promise((resolve, reject) => {
      this.#request.once("response", (response) => resolve(response.resume().statusCode ?? 0));
      this.#request.once("error", reject);
    });
    this.#request.write(begin);
  }

  end(rest: string): Promise<number> {
    this.#request.end(rest);
    return this.#status;
  }
}

describe("[AUTH8] a request that began before its caller lost the right", () => {
  async function leaving(role: TenantRole): Promise<{ token: string; leave: () => Promise<void> }> {
    const username = `leaving-${randomUUID()}`;
    const { id } = await app.user(home.admin, home.id, username, role);
    const { token } = await app.tokens(username);
    return {
      token,
      leave: async () => void expectOk(await home.admin.delete(`/api/tenants/${home.id}/users/${id.id}`)),
    };
  }

  test("adds nobody", async () => {
    const { token, leave } = await leaving("TENANT_ADMIN");
    const username = `backdoor-${randomUUID()}`;
    const body = JSON.stringify({ username, password: "a password for tests", authority: "TENANT_ADMIN" });
    const slow = new SlowBody(token, `/api/tenants/${home.id}/users`, "application/json", body.slice(0, 10));
    await app.rest.get("/health/live");
    await leave();

    expect(await slow.end(body.slice(10))).toBe(401);
    expect((await home.admin.get(`/api/tenants/${home.id}/users?limit=-1`)).text).not.toContain(username);
  });

  test("imports no device", async () => {
    const { token, leave } = await leaving("OPERATOR");
    const name = `imported-${randomUUID()}`;
    const slow = new SlowBody(token, `/api/tenants/${home.id}/devices/import`, "text/csv", "name\n");
    await app.rest.get("/health/live");
    await leave();

    expect(await slow.end(`${name}\n`)).toBe(401);
    expect((await home.admin.get(`/api/tenants/${home.id}/devices?textSearch=${name}`)).json()).toMatchObject({
      totalElements: 0,
    });
  });

  test("uploads no file", async () => {
    const { token, leave } = await leaving("OPERATOR");
    const device = await app.device(home);
    const path = `/api/devices/${device.id.id}/data-files?name=late.txt`;
    const slow = new SlowBody(token, path, "application/octet-stream", "first");
    await app.rest.get("/health/live");
    await leave();

    expect(await slow.end("second")).toBe(401);
    const files = await home.admin.get(`/api/devices/${device.id.id}/data-files?limit=-1`);
    expect(files.text).not.toContain("late.txt");
  });
});
