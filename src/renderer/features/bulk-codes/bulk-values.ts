import type { WindowValues } from '../../components/code-window/window-values.ts';

/** The fields of the form as typed. */
export interface BulkValues {
  name: string;
  root_url: string;
  count: string;
  way: 'prefix' | 'pattern';
  prefix: string;
  length: string;
  pattern: string;
  usage_limit: string;
  rewards_json: string;
  window: WindowValues;
  key_pool_id: number | null;
}
