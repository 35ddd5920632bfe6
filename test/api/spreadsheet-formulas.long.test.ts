import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GameFlow, onEachGame } from '../support/http/game-flow.ts';
import { csvBytes, payoutsOf } from '../support/http/payouts.ts';

// LibreOffice Calc opens the files for finance, with formulas in every text column.

const hasCalc = spawnSync('soffice', ['--version'], { stdio: 'ignore' }).status === 0;

const STARTS = [
  '=',
  '+',
  '-',
  '@',
  '=-',
  '+=',
  ' =',
  '  @',
  "'=",
  '"=',
  ';=',
  ',=',
  '|=',
  '＝',
  '＋',
  '－',
  '＠',
  '%=',
  '==',
  '=+-',
];
const BODIES = [
  '1+1',
  "cmd|' /C calc'!A0",
  'HYPERLINK("http://example.test","pay")',
  'WEBSERVICE("http://example.test")',
  'SUM(A1:A9)',
];
const FORMULAS = STARTS.flatMap((start) => BODIES.map((body) => start + body));
const LAYOUTS = ['finance', 'excel', 'lines', 'paypal', 'wise', 'bank', 'lines_with_currencies'] as const;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'redeemd-calc-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Cell {
  isFormula: boolean;
  type: string;
  text: string;
}

/** Returns the rows of cells that Calc reads from a file with this separator. */
function openInCalc(bytes: Buffer | string, separator: ',' | ';' = ','): Cell[][] {
  writeFileSync(join(folder, 'file.csv'), bytes);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const filter = `--infilter=CSV:${separator.charCodeAt(0)},34,76,1,,1033`;
  execFileSync('soffice', [profile, '--headless', filter, '--convert-to', 'fods', '--outdir', folder, 'file.csv'], {
    cwd: folder,
    stdio: 'ignore',
    timeout: 120_000,
  });
  const sheet = readFileSync(join(folder, 'file.fods'), 'utf8');
  return [...sheet.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].map(
      ([, head = '', text = '']) => ({
        isFormula: head.includes('table:formula='),
        type: /office:value-type="(\w+)"/.exec(head)?.[1] ?? '',
        text: text.replace(/<[^>]+>/g, '').trim(),
      }),
    ),
  );
}

describe.skipIf(!hasCalc)('files opened by LibreOffice Calc', () => {
  onEachGame('payout files', (flow) => {
    let runId: number;
    beforeAll(async () => {
      runId = await runWithFormulas(flow);
    }, 120_000);

    it.each(LAYOUTS)('%s has no formula, and its amounts are numbers', { timeout: 120_000 }, async (layout) => {
      const { bytes } = await csvBytes(flow.daemon(), runId, layout);
      for (const separator of [',', ';'] as const) {
        const rows = openInCalc(bytes, separator);
        expect(rows.flat().filter(({ isFormula }) => isFormula)).toEqual([]);
      }
      const [header = [], ...rows] = openInCalc(bytes);
      const amounts = header.flatMap(({ text }, at) =>
        /^(revenue|refunds|commission|payable|amount)$/i.test(text) ? [at] : [],
      );
      if (layout !== 'paypal') expect(amounts.length).toBeGreaterThan(0);
      for (const row of rows.filter((cells) => cells.length >= header.length))
        for (const at of amounts) expect(row[at]).toMatchObject({ type: 'float' });
    });
  });

  it('sabotage: Calc runs the formulas of a file that does not escape them', { timeout: 120_000 }, () => {
    const rows = openInCalc(`name,amount\r\n=1+1,1.00\r\n`);
    expect(rows.flat().filter(({ isFormula }) => isFormula)).toHaveLength(1);
  });
});

/** Creates a creator for each formula, with the formula as name and address, in a campaign whose name is a formula. */
async function runWithFormulas(flow: GameFlow): Promise<number> {
  const { join: joins, earn, run } = payoutsOf(flow);
  const campaignId = await flow.running({ name: FORMULAS[1] as string });
  const methods = ['paypal', 'wise', 'bank', 'cheque'];
  for (const [at, formula] of FORMULAS.entries()) {
    const { creator, user } = await joins(campaignId);
    const details = { payout_method: methods[at % methods.length] as string, payout_address: formula };
    await flow.changeCreator(creator, { display_name: formula, ...details });
    await earn(user, 10);
  }
  return (await run({ campaign_id: campaignId })).run_id;
}
