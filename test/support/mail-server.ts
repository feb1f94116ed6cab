import { once } from "node:events";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail as it arrived. */
interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, as they were sent. */
  readonly source: string;
  readonly messageId: string;
  readonly isSecure: boolean;
  readonly user: string | undefined;
}

export interface TestMailServer extends AsyncDisposable {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** Resolves when so many have arrived. */
  arrived(count: number): Promise<readonly ReceivedMail[]>;
  /** How the next mails are answered; undefined takes them. */
  answer: ((mail: ReceivedMail) => Error | undefined) | undefined;
}

/** A real mail server on loopback; `options` as those of `smtp-server`. */
export async function startMailServer(options: Partial<SMTPServerOptions> = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const waiting: { count: number; tell: () => void }[] = [];
  const state: { answer: TestMailServer["answer"] } = { answer: undefined };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key ? [] : ["STARTTLS"],
    allowInsecureAuth: true,
    closeTimeout: 1, // who is kept waiting when a test ends is not waited for
    onAuth: ({ username = "" }, _session, done) => done(null, { user: username }),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const source = Buffer.concat(chunks).toString("utf8");
        const { mailFrom, rcptTo } = session.envelope;
        const mail: ReceivedMail = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          source,
          messageId: /^Message-ID: *(<[^>]*>)/im.exec(source)?.[1] ?? "",
          isSecure: session.secure,
          user: session.user === undefined ? undefined : String(session.user),
        };
        const refusal = state.answer?.(mail);
        if (refusal) return done(refusal);
        received.push(mail);
        for (const { count, tell } of waiting) if (received.length >= count) tell();
        return done(null, "queued as 4711");
      });
    },
    ...options,
  });
  server.on("error", () => undefined); // a client that goes away is no fault of the server's
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    received,
    arrived: async (count) => {
      if (received.length < count) await new Promise<void>((tell) => waiting.push({ count, tell }));
      return received;
    },
    get answer() {
      return state.answer;
    },
    set answer(answer) {
      state.answer = answer;
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** As mail servers say it. */
export const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });
