import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../lib/clock.ts';
import { CURRENCIES, type DemoCurrency, EVENT_TYPES, GAMES, PRICES } from './catalogue.ts';
import type { Chance } from './chance.ts';

/** A code for players, and the period in which they can use it. */
export interface LiveCode {
  /** Empty until a creator's code is created, which happens before `from`. */
  code: string;
  from: number;
  to: number;
  creatorId: string | null;
}
export interface Payment {
  transactionId: string;
  gameId: string;
  userId: string;
  currency: DemoCurrency;
  /** The amount in minor units of the currency; a refund is negative. */
  amount: number;
  refundOf: string | null;
}
export interface Play {
  redeems: { userId: string; code: string }[];
  payments: Payment[];
  events: {
    userId: string;
    type: string;
    subType: string;
    gameId: string;
    sessionId: string;
    /** The code in the link through which the player came; null if there was none. */
    link: string | null;
  }[];
}

/** Simulates the players: new ones join and claim a code, and some earlier players pay. */
export function createPlayers(codes: readonly LiveCode[], chance: Chance, firstPlayer = 1) {
  let players = firstPlayer;
  let transactions = 0;
  const payers: string[] = [];
  const recent: Payment[] = [];
  const stamp = randomUUID().slice(0, 8);

  const newPlayer = () => {
    const userId = `player_${String(players).padStart(6, '0')}`;
    players += 1;
    if (chance.next() < 0.3) payers.push(userId);
    if (payers.length > 4000) payers.shift();
    return userId;
  };
  const redeemOf = (open: readonly LiveCode[]) => {
    const isWrong = chance.next() < 0.06;
    const code = isWrong ? `WRONG${chance.whole(10, 99)}` : chance.pickFamous(open).code;
    const isAgain = chance.next() < 0.08 && payers.length > 0;
    return { userId: isAgain ? chance.pick(payers) : newPlayer(), code };
  };
  const payment = (): Payment => {
    const back = chance.next() < 0.02 ? recent.shift() : undefined;
    transactions += 1;
    const transactionId = `tx-${stamp}-${transactions}`;
    if (back) return { ...back, transactionId, amount: -back.amount, refundOf: back.transactionId };
    const currency = chance.pickFamous(CURRENCIES);
    const made = {
      transactionId,
      gameId: chance.pick(GAMES),
      userId: chance.pick(payers),
      currency,
      amount: chance.pick(PRICES[currency]),
      refundOf: null,
    };
    if (recent.push(made) > 200) recent.shift();
    return made;
  };

  return {
    /** Returns what players do in the next `hours` hours. Traffic grows towards `now`, the end of the demo's year. */
    play(at: number, hours: number, now: number): Play {
      const open = codes.filter(({ from, to }) => from <= at && at < to);
      const pace = paceOf(at, now) * hours;
      const redeems = open.length === 0 ? [] : Array.from({ length: chance.count(pace * 14) }, () => redeemOf(open));
      const payments = payers.length === 0 ? [] : Array.from({ length: chance.count(pace * 10) }, payment);
      const events = redeems.flatMap(({ userId, code }) => {
        const session = sessionOf(userId, chance.next() < 0.8 ? code : null, chance);
        const [type, subType] = chance.pick(EVENT_TYPES);
        return chance.next() < 0.6 ? [session, { ...session, type, subType }] : [session];
      });
      return { redeems, payments, events };
    },
  };
}

/** Returns the event of a new session. */
export function sessionOf(userId: string, link: string | null, chance: Chance): Play['events'][number] {
  const [type, subType] = EVENT_TYPES[0];
  return { userId, type, subType, gameId: chance.pick(GAMES), sessionId: randomUUID(), link };
}

/** Returns the pace of traffic, which is higher in the evening and at weekends, and grows over the year. */
function paceOf(at: number, now: number): number {
  const hour = new Date(at).getUTCHours();
  const day = new Date(at).getUTCDay();
  const evening = 0.35 + 0.9 * Math.max(0, Math.sin(((hour - 7) / 24) * 2 * Math.PI));
  const weekend = day === 0 || day === 6 ? 1.35 : 1;
  const age = Math.min(1, Math.max(0, (now - at) / (365 * DAY_MS)));
  return evening * weekend * (1.3 - age);
}
