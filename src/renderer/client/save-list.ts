import type { EndpointName, Endpoints } from '../../../daemon/contract/contract.ts';
import type { CallArguments } from '../../preload/api.ts';
import { bridge } from './bridge.ts';
import { notifySaved } from './notify.ts';

/** The endpoints that respond to `format=csv` with all rows of their list. */
type ListName = {
  [N in EndpointName]: CallArguments<Endpoints[N]>[0] extends { query?: { format?: 'csv' | undefined } } | undefined
    ? N
    : never;
}[EndpointName];

/**
 * Saves all rows of a list as a CSV. The input contains the filters and the order of the list; its page does not
 * matter.
 */
export async function saveList<N extends ListName>(fileName: string, list: N, ...args: CallArguments<Endpoints[N]>) {
  const [input] = args as [{ query?: object }?];
  const asCsv = [{ ...input, query: { ...input?.query, format: 'csv' } }] as unknown as CallArguments<Endpoints[N]>;
  notifySaved(await bridge.saveAnswer(`${fileName}.csv`, list, ...asCsv));
}
