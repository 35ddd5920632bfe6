import { z } from 'zod';
import { define } from '../endpoint.ts';
import { everyRole } from './access.ts';

export const gameEndpoints = {
  listGames: define({
    method: 'GET',
    path: '/v1/admin/games',
    summary:
      'List the games that appear in keys, campaigns and payments; an account limited to some games gets only its own games',
    access: everyRole,
    answer: { status: 200, schema: z.object({ data: z.array(z.object({ game_id: z.string() })) }) },
    refusals: [],
  }),
};
