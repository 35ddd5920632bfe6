import { type SQL, sql } from 'drizzle-orm';
import type { Tables } from '../database.ts';

type PaymentColumn = Tables['payments']['transaction_id'] | Tables['payments']['refund_of'];

/** Selects, as `id`, the games with payments whose `column` is not null, with one index look-up per game. */
export const paymentGames = ({ payments: p }: Tables, column: PaymentColumn): SQL => sql`with recursive g(id) as (
      select min(game_id) from ${p} where ${column} is not null
      union all select (select min(game_id) from ${p} where ${column} is not null and game_id > g.id) from g where g.id is not null
    ) select id from g where id is not null`;
