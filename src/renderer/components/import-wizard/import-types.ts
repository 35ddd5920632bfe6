import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf, DryRunOf } from '../../../../daemon/contract/endpoint.ts';

export type Preview = DryRunOf<Endpoints['importCodes']>;
export type RefusedRow = Preview['refused'][number];

type Imports = 'importCodes' | 'importCreators';
/** What an import answers that keeps something. */
export type KeptOf<N extends Imports> = Exclude<AnswerOf<Endpoints[N]>, DryRunOf<Endpoints[N]>>;
export interface ImportQuery {
  dry_run?: 'true';
  only_valid?: 'true';
}

/** A column that a file may have. */
export interface ImportColumn {
  name: string;
  meaning: string;
  isNeeded?: boolean;
}
