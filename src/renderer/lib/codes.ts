import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { ask } from './ask.ts';

export type Code = AnswerOf<Endpoints['getCode']>;

export const codeQuery = (codeId: number) =>
  queryOptions({
    queryKey: ['codes', 'one', codeId],
    queryFn: () => ask('getCode', { params: { code_id: codeId } }),
  });
