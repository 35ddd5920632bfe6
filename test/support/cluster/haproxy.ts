import { writeFileSync } from 'node:fs';
import type { CleanUp } from './clean-up.ts';
import { asPostgres } from './network.ts';
import type { ClusterNode } from './patroni-node.ts';
import { REST_PORT } from './patroni-settings.ts';
import { runBeside } from './process.ts';

const PORT = 5000;

/** Starts HAProxy as in Patroni's documentation: connections go to the reported primary. @returns `host:port` */
export function startHaproxy(nodes: readonly ClusterNode[], host: string, folder: string, cleanUp: CleanUp): string {
  const file = `${folder}/haproxy.cfg`;
  const servers = nodes.map(({ name, postgres }) => `  server ${name} ${postgres} check port ${REST_PORT}`);
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind ${host}:${PORT}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
  runBeside(asPostgres('haproxy', ['-db', '-f', file]), `${folder}/log`, cleanUp);
  return `${host}:${PORT}`;
}
