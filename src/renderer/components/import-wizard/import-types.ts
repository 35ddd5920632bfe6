import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf, DryRunOf } from '../../../../daemon/contract/endpoint.ts';

export type Preview = DryRunOf<Endpoints['importCodes']>;
export type RefusedRow = Preview['refused'][number];

type Imports = 'importCodes' | 'importCreators' | 'importExchangeRates' | 'addPoolKeys';
/** The response to an import that is not a dry run. */
export type KeptOf<N extends Imports> = Exclude<AnswerOf<Endpoints[N]>, DryRunOf<Endpoints[N]>>;
export interface ImportQuery {
  dry_run?: 'true';
  only_valid?: 'true';
}

/** A column that a file can contain. */
export interface ImportColumn {
  name: string;
  meaning: string;
  isNeeded?: boolean;
}
