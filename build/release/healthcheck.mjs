// Exits with code 0 if the daemon is ready. It is the HEALTHCHECK of the image, which contains no curl.
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile();
const { REDEEMD_HOST: host, REDEEMD_PORT: port } = process.env;
const isEvery = !host || host === '0.0.0.0' || host === '::';
const address = isEvery ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
try {
  const answer = await fetch(`http://${address}:${port || 8787}/readyz`, { signal: AbortSignal.timeout(4000) });
  process.exitCode = answer.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
