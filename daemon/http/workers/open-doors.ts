import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, stopServer, urlOf } from '../listen.ts';
import { createHttpServer, type ServerParts } from '../server.ts';
import { type CrewServices, createCrewAnswers } from './answer-crew.ts';
import type { Crew } from './crew.ts';
import type { WorkerSettings } from './crew-messages.ts';

/** Where requests come in. */
export interface Doors {
  url: string;
  /** From now on answers carry `Connection: close`. */
  drain(): void;
  /** Takes no more requests, and finishes those under way. */
  stop(): Promise<void>;
}

/** This process takes the requests itself. */
export async function openOwnDoors(parts: ServerParts, place: { host: string; port: number }): Promise<Doors> {
  const server = createHttpServer(parts);
  const url = urlOf(place.host, await listen(server, place));
  return { url, drain() {}, stop: () => stopServer(server) };
}

export interface CrewDoors {
  crew: Crew;
  services: CrewServices;
  settings: Pick<WorkerSettings, 'host' | 'port' | 'logLevel' | 'stallMs'> & { readUrl?: string | undefined };
}

/**
 * The workers take the requests. They answer hot routes, and pass all other requests on to this process over a socket in
 * a folder that only its own user may enter.
 */
export async function openCrewDoors(parts: ServerParts, { crew, services, settings }: CrewDoors): Promise<Doors> {
  const folder = await privateFolder();
  const server = createHttpServer({ ...parts, maxPerAddress: null });
  const stop = async () => {
    await crew.stop();
    await stopServer(server);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const daemonSocket = join(folder, 'http');
    await listenOn(server, daemonSocket);
    const answersOver = createCrewAnswers(services);
    const url = await crew.start({ settings: shareOf(parts, crew.count, { ...settings, daemonSocket }), answersOver });
    return { url, drain: crew.drain, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Connections are handed to the workers in turn, so each has an equal part of what the daemon allows in all. */
function shareOf(
  { traffic, maxPerAddress }: ServerParts,
  count: number,
  { host, port, logLevel, stallMs, daemonSocket, readUrl }: CrewDoors['settings'] & { daemonSocket: string },
): WorkerSettings {
  const share = (most: number) => Math.ceil(most / count);
  return {
    ...{ host, port, logLevel, stallMs, daemonSocket },
    trustedHops: traffic.trustedHops,
    maxPerAddress: maxPerAddress === null ? null : share(maxPerAddress),
    maxUnderWay: share(traffic.maxUnderWay),
    maxFiles: share(traffic.maxFiles),
    tellsWrites: readUrl !== undefined,
  };
}

/** In an image without a folder for temporary files the daemon can write only where its database is. */
async function privateFolder(): Promise<string> {
  const make = (parent: string) => mkdtemp(join(parent, 'redeemd-'));
  return await make(tmpdir()).catch(() => make(process.cwd()));
}

/** More connections may wait for the daemon than for a server of strangers: its workers open one for each request. */
const BACKLOG = 4096;

function listenOn(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path, backlog: BACKLOG, exclusive: true }, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}
