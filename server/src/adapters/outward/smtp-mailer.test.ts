import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { describe, expect, test } from "vitest";
import { selfSignedCertificate } from "../../../../test/support/certificate.ts";
import { smtpError, startMailServer } from "../../../../test/support/mail-server.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import type { MailMessage, MailServer } from "../../core/mail/index.ts";
import { AllowedAddresses } from "./allowed-addresses.ts";
import { SmtpMailer } from "./smtp-mailer.ts";

const message: MailMessage = {
  messageId: "4711@example.org",
  from: { name: "Räil Lab", address: "noreply@example.org" },
  to: "ada@example.org",
  subject: "Grüße",
  text: "a text",
  html: "<p>a text</p>",
};

const serverAt = (port: number, fields: Partial<MailServer> = {}): MailServer => ({
  ...{ host: "127.0.0.1", port, security: "NONE", login: null, isGuarded: false },
  ...fields,
});

const mailer = (certificates: readonly string[] = [], timeoutMs = 10_000, allowed: string[] = []) =>
  new SmtpMailer({ allowed: new AllowedAddresses(allowed), limits: { timeoutMs }, certificates });

const ada = { username: "ada", password: "s3cret" };

async function withTls() {
  const folder = await tempFolder();
  const { cert, key } = selfSignedCertificate(folder.path);
  const [certText, keyText] = [readFileSync(cert, "utf8"), readFileSync(key, "utf8")];
  return { cert: certText, key: keyText, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe("[AUTH7] a mail", () => {
  test("arrives as text and HTML, with its Message-ID, and the server's words are told", async () => {
    await using server = await startMailServer();

    const said = await mailer().send(serverAt(server.port), message);

    expect(said).toMatch(/^250 .*4711/);
    const [mail] = server.received;
    expect(mail).toMatchObject({
      from: "noreply@example.org",
      to: ["ada@example.org"],
      messageId: "<4711@example.org>",
    });
    expect(mail?.source).toMatch(/Content-Type: text\/plain/);
    expect(mail?.source).toMatch(/Content-Type: text\/html/);
    expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated/m);
  });

  test("goes over TLS, or STARTTLS, with a login, to a server whose certificate is believed", async () => {
    await using tls = await withTls();
    await using direct = await startMailServer({ ...tls, secure: true });
    await using upgraded = await startMailServer({ ...tls, allowInsecureAuth: false });
    const sender = mailer([tls.cert]);

    await sender.send(serverAt(direct.port, { security: "TLS", login: ada }), message);
    await sender.send(serverAt(upgraded.port, { security: "STARTTLS", login: ada }), message);

    expect(direct.received[0]).toMatchObject({ isSecure: true, user: "ada" });
    expect(upgraded.received[0]).toMatchObject({ isSecure: true, user: "ada" });
  });

  test("does not go to a server whose certificate nobody knows, nor without the protection that is wanted", async () => {
    await using tls = await withTls();
    await using stranger = await startMailServer({ ...tls, secure: true });
    await using plain = await startMailServer();

    const toStranger = mailer().send(serverAt(stranger.port, { security: "TLS" }), message);
    await expect(toStranger).rejects.toMatchObject({ name: "MailRefused", isFinal: false });
    const toPlain = mailer().send(serverAt(plain.port, { security: "STARTTLS", login: ada }), message);
    await expect(toPlain).rejects.toMatchObject({ name: "MailRefused", isFinal: false });

    expect([...stranger.received, ...plain.received]).toEqual([]);
  });

  test("that is refused for good is told from one to be tried again, and a wrong login from both", async () => {
    await using server = await startMailServer({
      onRcptTo: ({ address }, _session, done) => {
        if (address.startsWith("nobody")) return done(smtpError(550, "5.1.1 no such user"));
        if (address.startsWith("grey")) return done(smtpError(451, "4.7.1 greylisted, try later"));
        return done();
      },
      onAuth: ({ password }, _session, done) => done(smtpError(535, `5.7.8 wrong: ${password}`)),
    });
    const send = (to: string, fields: Partial<MailServer> = {}) =>
      mailer().send(serverAt(server.port, fields), { ...message, to });

    await expect(send("nobody@example.org")).rejects.toMatchObject({
      isFinal: true,
      message: expect.stringContaining("no such user"),
    });
    await expect(send("grey@example.org")).rejects.toMatchObject({
      isFinal: false,
      message: expect.stringContaining("greylisted"),
    });
    const refused = await send("ada@example.org", { login: ada }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ isFinal: false, message: expect.stringContaining("535") });
    expect(String(refused)).not.toContain(ada.password);
  });

  test("has the header lines it was given and no others, whatever stands in its fields", async () => {
    await using server = await startMailServer();
    const evil = "x\r\nBcc: eve@example.org\r\n\r\nHello";

    await mailer().send(serverAt(server.port), {
      ...message,
      ...{ subject: evil, from: { name: evil, address: "noreply@example.org" }, text: evil, html: evil },
    });

    const [mail] = server.received;
    const [head = ""] = mail?.source.split("\r\n\r\n") ?? [];
    expect(mail?.to).toEqual(["ada@example.org"]);
    expect(head).not.toMatch(/^Bcc:/im);
  });

  test("does not wait for ever on a server that hangs, or one that is gone", async () => {
    await using silent = await listening((socket) => socket.on("error", () => undefined));
    await using dripping = await listening((socket) => {
      const timer = setInterval(() => socket.write("220-wait\r\n"), 20);
      socket.on("close", () => clearInterval(timer)).on("error", () => undefined);
    });

    for (const { port } of [silent, dripping]) {
      await expect(mailer([], 300).send(serverAt(port), message)).rejects.toMatchObject({ isFinal: false });
    }
    const gone = silent.port;
    await silent[Symbol.asyncDispose]();
    await expect(mailer().send(serverAt(gone), message)).rejects.toThrow(/ECONNREFUSED/);
  });

  test("is broken off when the node stops", async () => {
    await using silent = await listening((socket) => socket.on("error", () => undefined));
    const stop = new AbortController();

    const sending = mailer().send(serverAt(silent.port), message, stop.signal);
    stop.abort();

    await expect(sending).rejects.toMatchObject({ name: "MailRefused", isFinal: false });
  });
});

describe("[NTF1] the mail server a tenant names", () => {
  test("is not inside of the node's network, unless that is allowed", async () => {
    await using server = await startMailServer();
    const guarded = serverAt(server.port, { isGuarded: true });

    await expect(mailer().send(guarded, message)).rejects.toThrow(/inside/);
    await expect(mailer().send({ ...guarded, host: "localhost" }, message)).rejects.toThrow(/inside/);
    expect(server.received).toEqual([]);
    await mailer([], 10_000, ["127.0.0.0/8"]).send(guarded, message);

    expect(server.received).toHaveLength(1);
  });

  test.each([
    ["127.0.0.1", false],
    ["10.1.2.3", false],
    ["172.31.255.255", false],
    ["172.32.0.1", true],
    ["192.168.1.1", false],
    ["169.254.169.254", false],
    ["100.64.0.1", false],
    ["0.0.0.0", false],
    ["224.0.0.1", false],
    ["255.255.255.255", false],
    ["8.8.8.8", true],
    ["::1", false],
    ["::", false],
    ["::ffff:10.0.0.1", false],
    ["::ffff:8.8.8.8", true],
    ["64:ff9b::a00:1", false],
    ["fd00::1", false],
    ["fe80::1", false],
    ["2001:4860:4860::8888", true],
  ])("%s is allowed: %s", (address, isAllowed) => {
    expect(new AllowedAddresses([]).has(address)).toBe(isAllowed);
  });

  test("an allowed network is not more than that", () => {
    const allowed = new AllowedAddresses(["10.1.0.0/16", "192.168.1.7"]);

    expect(["10.1.9.9", "192.168.1.7"].map((address) => allowed.has(address))).toEqual([true, true]);
    expect(["10.2.0.1", "192.168.1.8"].map((address) => allowed.has(address))).toEqual([false, false]);
  });
});

async function listening(serve: Parameters<Server["on"]>[1]) {
  const server = createServer();
  const sockets = new Set<{ destroy(): unknown }>();
  server.on("connection", (socket) => sockets.add(socket));
  server.on("connection", serve);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
