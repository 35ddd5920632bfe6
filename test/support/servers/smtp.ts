import { SMTPServer } from 'smtp-server';

/** A received email. */
export interface Received {
  to: string[];
  /** By lower-case name, unfolded; a repeated header has several values. */
  headers: Map<string, string[]>;
  raw: string;
}

export interface MailServer {
  url: string;
  port: number;
  /** The accepted emails in order. */
  mails: Received[];
  /** Complete emails that got no response, because the connection was cut. */
  unanswered: Received[];
  /** Cuts the connection after each of the next `times` complete emails. */
  cutAfterData(times: number): void;
  refuse(recipient: string, code: number): void;
  close(): Promise<void>;
}

/** Starts a mail server in this process on a free port or the given one. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: Received[] = [];
  const unanswered: Received[] = [];
  const refused = new Map<string, number>();
  const sockets = new Map<string, { destroy(): void }>();
  let cuts = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const code = refused.get(address);
      done(code ? Object.assign(new Error('No such mailbox'), { responseCode: code }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const mail = parse(Buffer.concat(chunks).toString('utf8'), session.envelope.rcptTo);
        if (cuts > 0) {
          cuts -= 1;
          unanswered.push(mail);
          sockets.get(`${session.remoteAddress}:${session.remotePort}`)?.destroy();
          return;
        }
        mails.push(mail);
        done();
      });
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket) => {
    const name = `${socket.remoteAddress}:${socket.remotePort}`;
    sockets.set(name, socket);
    socket.on('close', () => sockets.delete(name));
  });
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    mails,
    unanswered,
    cutAfterData(times) {
      cuts = times;
    },
    refuse: (recipient, code) => void refused.set(recipient, code),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.values()) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function parse(raw: string, to: { address: string }[]): Received {
  const [head = ''] = raw.split(/\r?\n\r?\n/, 1);
  const headers = new Map<string, string[]>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(line.indexOf(':') + 1).trim()]);
  }
  return { to: to.map(({ address }) => address), headers, raw };
}
