import { type BenchDaemon, startDaemon } from './bench-daemon.ts';
import { figures, timesOfDashboard } from './dashboard.ts';
import { flag, runAll, wordsOf } from './fill.ts';
import { onEachDatabase } from './on-each-database.ts';
import { type Beside, redeemBesideLists } from './redeem-beside.ts';

const CODES = 100_000;
const CREATORS = 20_000;
const CAMPAIGNS = 500;
const RUNS = 20;
/** `--claims=N`: the figures of the claims list must not depend on the number of claims. */
const CLAIMS = Number(flag('claims') ?? 1_000_000);
const NAMES = ['Spring gift', 'Stream drop', 'Launch week', 'Sorry for the wait'];

interface Measured {
  list: string;
  database: string;
  least: number;
  p50: number;
  p99: number;
}

type RedeemBeside = Beside & { database: string };

/** Measures the Portal's lists with a large organisation's data on both databases, and redeems while lists are read. */
export async function measureLists(): Promise<{ measured: Measured[]; beside: RedeemBeside[] }> {
  const measured: Measured[] = [];
  const beside = await onEachDatabase(async (name, database) => {
    const daemon = await startDaemon(database);
    try {
      await fill(daemon, database);
      console.error(`${name}: filled`);
      const { cold, warm } = await timesOfDashboard(daemon);
      measured.push(row('dashboard, the first after a start', name, cold), row('dashboard', name, warm));
      for (const path of listsOf(daemon.campaignId))
        measured.push(row(path, name, await timesOf(() => daemon.staff('GET', path), RUNS)));
      return { database: name, ...(await redeemBesideLists(daemon, listsOf(daemon.campaignId))) };
    } finally {
      await daemon.stop();
    }
  });
  return { measured, beside };
}

const sorted = (path: string, ...names: string[]) =>
  names.flatMap((name) => [`${path}?sort=${name}`, `${path}?sort=-${name}`]);

function listsOf(campaignId: number): string[] {
  const codes = `/v1/admin/campaigns/${campaignId}/codes`;
  const creators = '/v1/admin/creators';
  const creatorCodes = '/v1/admin/creator-codes';
  const campaigns = '/v1/admin/campaigns';
  const claims = '/v1/admin/claims';
  return [
    codes,
    ...sorted(codes, 'created_at', 'name', 'code'),
    `${codes}?page=400`,
    `${codes}?page=4000&sort=name`,
    `${codes}?code_type=referral`,
    `${codes}?code_type=redeem&sort=code`,
    `${codes}?active=N`,
    `${codes}?active=Y&sort=-name`,
    `${codes}?q=gift`,
    `${codes}?q=GIFT-00099999`,
    `${codes}?q=nowhere&sort=name`,
    ...['vip', 'rare', 'nowhere'].flatMap((tag) => [`${codes}?tag=${tag}`, `${codes}?tag=${tag}&sort=name`]),
    `/v1/admin/campaigns/${campaignId}/code-tags`,
    creators,
    ...sorted(creators, 'created_at', 'creator_id', 'display_name'),
    `${creators}?page=800&sort=display_name`,
    `${creators}?status=suspended`,
    `${creators}?q=creator-19999`,
    `${creators}?q=nowhere`,
    creatorCodes,
    ...['pending', 'approved', 'rejected', 'disabled'].map((status) => `${creatorCodes}?status=${status}`),
    `${creatorCodes}?status=approved&page=700`,
    `${creatorCodes}?status=pending&sort=created_at`,
    `${creatorCodes}?campaign_id=${campaignId}`,
    `${creatorCodes}?creator_id=creator-77`,
    `${creatorCodes}?q=nowhere`,
    campaigns,
    ...sorted(campaigns, 'created_at', 'name', 'starts_at', 'ends_at'),
    `${campaigns}?status=active`,
    `${campaigns}?q=nowhere`,
    `${campaigns}?tag=nowhere`,
    '/v1/admin/campaign-tags',
    claims,
    `${claims}?limit=100`,
    `${claims}?user_id=player-77`,
    `${claims}?code=GIFT-00000077`,
    `${claims}?campaign_id=${campaignId}`,
    `${claims}?campaign_id=999999`,
    `${claims}?creator_id=creator-77`,
    `${claims}?from=2026-01-01&to=2026-02-01`,
    `${claims}?from=2026-01-01&to=2026-02-01&creator_id=creator-77`,
    `${claims}?released=true`,
    `${claims}?released=false`,
    '/v1/admin/players/player-77',
    ...['GIFT-00', 'nowhere', 'creator-19999', 'Campaign 7'].map((q) => `/v1/admin/search?q=${encodeURIComponent(q)}`),
  ];
}

async function timesOf(work: () => Promise<unknown>, runs: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < runs; n += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times;
}

function row(list: string, database: string, times: number[]): Measured {
  const ordered = times.toSorted((a, b) => a - b);
  const at = (part: number) => ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * part))] ?? 0;
  return { list, database, least: at(0), p50: at(0.5), p99: at(0.99) };
}

export async function fill(daemon: Pick<BenchDaemon, 'campaignId' | 'folder'>, database: string): Promise<void> {
  const { campaignId } = daemon;
  const now = Date.now();
  const { series, yes, no, ...words } = wordsOf(database);
  const padded = words.padded('n');
  const name = `case n % 4 ${NAMES.map((text, at) => `when ${at} then '${text}'`).join(' ')} end`;
  const status =
    "case when n % 50 = 0 then 'pending' when n % 51 = 0 then 'rejected' when n % 52 = 0 then 'disabled' else 'approved' end";
  const own = 2_000_000;
  const span = 300 * 86_400_000;
  const codeColumns =
    'code_id, campaign_id, kind, code, code_norm, name, root_url, used, active, rewards_json, base_code_id, creator_id, status, created_at, updated_at';
  const step = Math.min(CLAIMS, 100_000);
  const statements = [
    `insert into campaigns (campaign_id, name, starts_at, ends_at, stage, notes, settlement_no, created_at, updated_at)
     select 1000 + n, 'Campaign ' || n, ${now} - n * 3600000, ${now} + (n - 250) * 86400000, case n % 3 when 0 then 'draft' else 'published' end, '', 1, ${now} - n, ${now}
       from ${series(1, CAMPAIGNS)}`,
    `insert into codes (${codeColumns}, tags)
     select n, ${campaignId}, case n % 1000 when 0 then 'referral' else 'redeem' end, 'GIFT-' || ${padded}, 'GIFT-' || ${padded}, ${name},
            'https://game.example/redeem', 0, case when n % 100 = 0 then ${no} else ${yes} end, '{"gold":100,"items":[{"id":"sword","level":3},{"id":"shield","level":1}]}',
            null, null, 'approved', ${now} - ${CODES} + n, ${now},
            case when n % 1000 = 1 then '["rare","vip"]' when n % 5 = 1 then '["vip"]' end
       from ${series(1, CODES)}`,
    `insert into creators (creator_id, display_name, email, status, created_at, updated_at)
     select 'creator-' || n, 'Streamer ' || (n * 7919 % ${CREATORS}), 'creator' || n || '@example.test', case n % 40 when 0 then 'suspended' else 'active' end, ${now} - n, ${now}
       from ${series(1, CREATORS)}`,
    `insert into codes (${codeColumns})
     select ${own} + n, ${campaignId}, 'creator', 'OWN-' || ${padded}, case when n % 51 = 0 and n % 50 <> 0 then null else 'OWN-' || ${padded} end, '', '', 0, ${yes}, '{}',
            1000, 'creator-' || n, ${status}, ${now} - n, ${now}
       from ${series(1, CREATORS)}`,
    ...figures(series, { campaigns: CAMPAIGNS, now }),
    ...Array.from({ length: Math.ceil(CLAIMS / step) }, (_, at) => {
      const [first, last] = [at * step + 1, Math.min(CLAIMS, (at + 1) * step)];
      return `insert into claims (claim_id, user_id, code_id, base_code_id, linked, key_id, created_at, released_at)
        select n, 'player-' || n, 1 + n % 999, 1 + n % 999, ${no}, 1, ${now - span} + cast(n * ${span / CLAIMS} as bigint),
               case n % 5000 when 0 then ${now} end from ${series(first, last)}`;
    }),
    `insert into claim_remedies (claim_id, kind, reason, staff_id, created_at)
     select n * 5000, 'release', 'bench', 1, ${now} from ${series(1, Math.max(1, Math.floor(CLAIMS / 5000)))}`,
  ];
  const finish = ["select setval('claims_claim_id_seq', (select max(claim_id) from claims))", 'analyze'];
  await runAll(daemon, database, [...statements, ...(database === 'sqlite' ? [] : finish)]);
}
