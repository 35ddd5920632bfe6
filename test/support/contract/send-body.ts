import { request } from 'undici';
import { type EndpointName, endpoints } from '../../../daemon/contract/contract.ts';
import type { Endpoint } from '../../../daemon/contract/endpoint.ts';
import { credentialsFor } from '../http/credentials.ts';
import type { TestDaemon } from '../world/daemon.ts';
import type { ExpensiveBody } from './expensive-bodies.ts';

/** Sends a body unchanged with credentials for the endpoint. @returns the status */
export async function sendBody(daemon: TestDaemon, name: EndpointName, { type, text }: ExpensiveBody, query = '') {
  const { method, path, access }: Endpoint = endpoints[name];
  const credentials = await credentialsFor(daemon, access);
  const url = `${daemon.url}${path.replace(/\{\w+\}/g, '1')}${query}`;
  const answer = await request(url, { method, body: text, headers: { ...credentials, 'Content-Type': type } });
  await answer.body.dump();
  return answer.statusCode;
}
