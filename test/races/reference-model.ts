// A model of how the daemon must handle claims and payments, in simple code and big integers.

/** Two redeem codes, the codes of ann and ben from one referral code, and the code of ann2 from another one. */
export const CODES = ['GIFT', 'THREE', 'ANN', 'BEN', 'ANN2'];
const LIMITS = [Number.POSITIVE_INFINITY, 3, Number.POSITIVE_INFINITY, 4, Number.POSITIVE_INFINITY];
const CREATORS = [null, null, 'ann', 'ben', 'ann2'];
const baseOf = (code: number) => (code === 3 ? 2 : code);

interface Paid {
  user: number;
  name: string | null;
  amount: bigint;
  at: number;
  /** What is left of the payment in each figure for which it counts: `code 0`, `campaign`, `accrual 2`. */
  left: Map<string, bigint>;
}
/** A change to a figure: which figure, when, and in which game. */
export interface Move {
  of: string;
  game: string;
  at: number;
  amount: bigint;
}
export interface Payment {
  user: number;
  amount: bigint;
  /** Null if it has no transaction ID. */
  name: number | null;
  game: string;
  at: number;
}

export function createModel({ forgetsLinks = false } = {}) {
  const used = CODES.map(() => 0);
  const claimed = new Map<string, number>();
  const linked = new Map<number, string>();
  const latest = new Map<string, number>();
  const paid: Paid[] = [];
  const named = new Map<string, Paid>();
  const refunds = new Map<string, { user: number; amount: bigint; unmatched: Unmatched }[]>();
  const moves: Move[] = [];
  interface Unmatched {
    reason: string | null;
    amount: bigint;
  }
  const unmatched: Unmatched[] = [];

  const move = (of: string, game: string, at: number, amount: bigint) => moves.push({ of, game, at, amount });
  /**
   * Takes the amount from each figure for which the payments count, in order, but at most what is left there. @returns
   * the largest amount that was taken from one figure; campaigns count only if the refund names its payment
   */
  const takeBack = (from: readonly Paid[], amount: bigint, game: string, at: number, isNamed = true) => {
    let most = 0n;
    for (const of of new Set(from.flatMap(({ left }) => [...left.keys()]))) {
      // An accrued amount is taken from the newest accruals, whichever code they belong to.
      const isAccrual = of.startsWith('accrual');
      const keys = isAccrual ? CODES.map((_, code) => `accrual ${code}`) : [of];
      if (isAccrual && of !== firstAccrual(from)) continue;
      let rest = amount;
      for (const { left } of from)
        for (const key of keys) {
          const have = left.get(key) ?? 0n;
          const taken = have < rest ? have : rest;
          if (taken <= 0n) continue;
          left.set(key, have - taken);
          rest -= taken;
          move(key, game, at, -taken);
        }
      if ((isNamed || of !== 'campaign') && amount - rest > most) most = amount - rest;
    }
    return most;
  };
  const firstAccrual = (from: readonly Paid[]) =>
    from.flatMap(({ left }) => [...left.keys()]).find((key) => key.startsWith('accrual'));

  return {
    redeem(user: number, code: number): string {
      if (claimed.has(`${user} ${baseOf(code)}`)) return 'already_redeemed';
      if ((used[code] ?? 0) >= (LIMITS[code] ?? 0)) return 'limit_reached';
      claimed.set(`${user} ${baseOf(code)}`, code);
      used[code] = (used[code] ?? 0) + 1;
      const creator = CREATORS[code];
      if (creator && !linked.has(user) && !forgetsLinks) linked.set(user, creator);
      if (creator) latest.set(`${user} ${creator}`, code);
      return 'ok';
    },

    pay({ user, amount, name, game, at }: Payment): string {
      const key = name === null ? null : `${game} ${name}`;
      const earlier = key === null ? undefined : named.get(key);
      if (earlier) {
        const isSame = earlier.user === user && earlier.amount === amount;
        return isSame ? 'ok' : 'transaction_conflict';
      }
      const left = new Map<string, bigint>();
      for (const code of [0, 1]) if (claimed.has(`${user} ${code}`)) left.set(`code ${code}`, amount);
      if (CODES.some((_, code) => claimed.has(`${user} ${baseOf(code)}`))) left.set('campaign', amount);
      const creator = linked.get(user);
      const accrued = creator === undefined ? undefined : latest.get(`${user} ${creator}`);
      if (accrued !== undefined) left.set(`accrual ${accrued}`, amount);
      const payment = { user, name: key, amount, at, left };
      paid.push(payment);
      move('all', game, at, amount);
      for (const of of left.keys()) move(of, game, at, amount);
      if ([...left.keys()].every((of) => of === 'campaign'))
        unmatched.push({ reason: creator === undefined ? 'no_claim' : 'link_lapsed', amount });
      if (key === null) return 'ok';
      named.set(key, payment);
      let whole = amount;
      for (const refund of refunds.get(key) ?? []) {
        if (refund.user !== user) {
          refund.unmatched.reason = 'refund_of_other_user';
          continue;
        }
        let taken = refund.amount;
        if (taken > whole) taken = whole;
        whole -= taken;
        takeBack([payment], taken, game, at);
        refund.unmatched.reason = taken < refund.amount ? 'more_than_payment' : null;
        refund.unmatched.amount = taken - refund.amount;
      }
      return 'ok';
    },

    refund({ user, amount, game, at }: Payment): string {
      move('all', game, at, -amount);
      const found = takeBack(paid.filter((payment) => payment.user === user).reverse(), amount, game, at, false);
      if (found < amount) unmatched.push({ reason: 'nothing_to_refund', amount: found - amount });
      return 'ok';
    },

    refundOf({ user, amount, name, game, at }: Payment): string {
      const key = `${game} ${name}`;
      const original = named.get(key);
      const before = refunds.get(key) ?? [];
      if (original && original.user !== user) return 'refund_mismatch';
      const sum = before.filter((refund) => refund.user === user).reduce((all, one) => all + one.amount, amount);
      if (original && sum > original.amount) return 'refund_exceeds_payment';
      move('all', game, at, -amount);
      const note: Unmatched = original
        ? { reason: null, amount: 0n }
        : { reason: 'unknown_refund_of', amount: -amount };
      refunds.set(key, [...before, { user, amount, unmatched: note }]);
      unmatched.push(note);
      if (!original) return 'ok';
      const found = takeBack([original], amount, game, at);
      if (original.left.size > 0 && found < amount) {
        note.reason = 'nothing_to_refund';
        note.amount = found - amount;
      }
      return 'ok';
    },

    claims: () => claimed.size,
    links: () => [...linked].map(([user, creator]) => `u${user} ${creator}`).sort(),
    moves: (): readonly Move[] => moves,
    /** The amounts that count for no creator and no code, by reason. */
    unmatched: () => {
      const sums = new Map<string, bigint>();
      for (const { reason, amount } of unmatched)
        if (reason !== null) sums.set(reason, (sums.get(reason) ?? 0n) + amount);
      return Object.fromEntries([...sums].map(([reason, amount]) => [reason, String(amount)]).sort());
    },
  };
}

export type Model = ReturnType<typeof createModel>;

export const sumOf = (moves: readonly Move[], of: string) =>
  moves.filter((move) => move.of === of).reduce((sum, move) => sum + move.amount, 0n);
