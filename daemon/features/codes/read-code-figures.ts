import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { commissionOf, parseTerms } from '../../domain/commission.ts';
import { figuresOfPeriod } from '../../domain/figures-of-period.ts';
import { getPeriod, gridOf } from '../../domain/periods.ts';
import { formatAmount } from '../../lib/money.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import {
  countCreatorCodes,
  countRefusedTries,
  findTermsById,
  listCodeHours,
  listFiguresByTerms,
  listTopCreatorCodes,
} from './code-figures-store.ts';
import { findMainCode, type MainCode } from './codes-store.ts';

type Figures = AnswerOf<Endpoints['getCodeFigures']>;
export interface FiguresQuery {
  from?: number | undefined;
  to?: number | undefined;
}

const TOP = 50;

export const readCodeFigures = (db: Database, codeId: number, query: FiguresQuery, now: number): Promise<Figures> =>
  db.read(async (handle) => {
    const code = await findMainCode(handle, codeId);
    if (!code) throw new AppError('not_found');
    const organisation = await getOrganisation(handle);
    const { currency, currency_digits: digits } = organisation;
    const money = (minor: bigint) => ({ amount: formatAmount(minor, digits), currency });
    const period = getPeriod(query, now, organisation.time_zone);
    const hours = await listCodeHours(handle, code, period, gridOf(period));
    const refused = await countRefusedTries(handle, code, period);
    return {
      ...figuresOfPeriod(period, hours, organisation),
      refused: refused.map(({ reason, tries }) => ({ reason, tries: Number(tries) })),
      creators: code.kind === 'referral' ? await readCreators(handle, code, { digits, money }) : null,
    };
  });

interface Currency {
  digits: number;
  money: (minor: bigint) => { amount: string; currency: string };
}

async function readCreators(handle: Handle, code: MainCode, { digits, money }: Currency): Promise<Figures['creators']> {
  const top = await listTopCreatorCodes(handle, code.code_id, TOP);
  const creatorIds = top.map(({ creator_id }) => creator_id);
  const figures = top.length === 0 ? [] : await listFiguresByTerms(handle, code.campaign_id, creatorIds);
  const termsIds = [...new Set(figures.map(({ terms_id }) => terms_id))];
  const rows = termsIds.length === 0 ? [] : await findTermsById(handle, termsIds);
  const termsOf = new Map(rows.map((row) => [row.terms_id, parseTerms(row.kind, row.content)]));
  // The creator's revenue from all their codes in the campaign determines the tier.
  const revenueOf = new Map<string, bigint>();
  for (const { creator_id, revenue } of figures)
    revenueOf.set(creator_id ?? '', (revenueOf.get(creator_id ?? '') ?? 0n) + BigInt(revenue));
  const commission = (codeId: number, creatorId: string) => {
    const parts = figures.flatMap(({ code_id, terms_id, revenue }) => {
      const terms = termsOf.get(terms_id);
      return code_id === codeId && terms ? [{ terms, revenue: BigInt(revenue) }] : [];
    });
    return commissionOf(parts, revenueOf.get(creatorId) ?? 0n, digits);
  };
  return {
    total: await countCreatorCodes(handle, code.code_id),
    data: top.map(({ claims, revenue, ...row }) => ({
      ...row,
      claims: Number(claims),
      revenue: money(BigInt(revenue)),
      commission: money(commission(row.code_id, row.creator_id)),
    })),
  };
}
