import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { migrate } from '../../daemon/db/migrate/migrate.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { casesOf } from '../../daemon/db/query/any-case.ts';
import { contains } from '../../daemon/db/query/listing.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { NOW } from '../support/world/defaults.ts';
import { freshDatabase } from '../support/world/postgres.ts';

// A search finds the same rows on both databases, whatever locale the server was created with.

const LOCALES = {
  'Postgres in C': "template0 locale_provider libc locale 'C'",
  'Postgres in C.UTF-8': "template0 locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'",
};

async function open(name: string): Promise<{ db: Database; end(): Promise<void> }> {
  const template = LOCALES[name as keyof typeof LOCALES];
  const fresh = template
    ? await freshDatabase(inject('postgresUrl'), template)
    : await testDatabase('sqlite', { booksMayDiffer: true });
  await migrate(fresh.url);
  const db = await openDatabase(fresh.url, { exclusive: true });
  return {
    db,
    async end() {
      await db.close();
      await fresh.drop();
    },
  };
}

const CREATOR = { status: 'active', created_at: NOW, updated_at: NOW } as const;
const store = (db: Database, names: readonly string[]) =>
  db.write(({ db: tx, t }) =>
    tx.insert(t.creators).values(names.map((name, at) => ({ ...CREATOR, creator_id: `c${at}`, display_name: name }))),
  );
const search = async (db: Database, text: string) => {
  const rows = await db.read(({ db: tx, t }) =>
    tx.select({ name: t.creators.display_name }).from(t.creators).where(contains(text, t.creators.display_name)),
  );
  return rows.map(({ name }) => name).sort();
};

const EXAMPLES: [name: string, texts: string[]][] = [
  ['Jörg Müller', ['jörg', 'JÖRG', 'ö', 'Ö', 'g mü', 'G MÜ']],
  ['ÄÖÜ', ['äöü', 'ÄÖÜ', 'äÖü']],
  ['Ὀδυσσεύς', ['ὀδυσσεύς', 'ὈΔΥΣΣΕΎΣ', 'σσ', 'ΣΣ', 'ύσ']],
  ['Мария', ['мария', 'МАРИЯ', 'арИ']],
  ['STRAẞE', ['straße', 'Straße']],
  ['İzmir ışık', ['İZ', 'ışı', 'ŞıK', 'r ı']],
  ['a*ä?b[c]d^e-f', ['*ä?', 'Ä?B[', '[c]dß'.slice(0, 4), 'ä?b[c]d^e-f']],
  ['1.ü+(2)|{3}$\\%_', ['.Ü+(2)|{3}$\\', 'ü+(', 'Ü+(2)|{3}$\\%_']],
  ['😀 Ñandú 漢字', ['ñandÚ', '😀 ñ', '漢字', '字']],
];
const MISSED = [
  'ae',
  'aou',
  'üxx',
  '[öä]',
  'ö.',
  'ü*',
  'ä?c',
  'ü|ö',
  '(?i)ü',
  '***=ü',
  '***:Ü',
  '^j',
  'ẞtra',
  '漢.',
  'ñ_nd',
  'ñ%',
  '\\ü',
  'IŞIK',
];

const SIGNS = [...'*?[]^-.+(){}|$\\%_ \'"'];
const LETTERS = [...'abkzäöüßñçőåλσωждюяњéı'];
const text = (most: number) =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...LETTERS) }, fc.constantFrom(...SIGNS)), {
      minLength: 1,
      maxLength: most,
    })
    .chain((letters) =>
      fc
        .array(fc.nat(3), { minLength: letters.length, maxLength: letters.length })
        .map((picks) =>
          letters.map((letter, at) => casesOf(letter)[(picks[at] ?? 0) % casesOf(letter).length]).join(''),
        ),
    );
/** Replaces each letter with whichever of its upper-case and lower-case forms sorts first. */
const folded = (word: string) => [...word].map((letter) => [...casesOf(letter)].sort()[0]).join('');

describe.each(['SQLite', ...Object.keys(LOCALES)])('%s', (name) => {
  test('finds a text in upper or lower case, and treats wildcards as plain characters', async () => {
    const { db, end } = await open(name);
    await store(
      db,
      EXAMPLES.map(([one]) => one),
    );
    for (const [one, texts] of EXAMPLES) for (const q of texts) expect(await search(db, q), q).toContain(one);
    for (const q of MISSED) expect(await search(db, q), q).toEqual([]);
    await end();
  });

  test('finds exactly the names that contain a text', async () => {
    const { db, end } = await open(name);
    const names = fc.sample(text(12), 300);
    await store(db, names);
    const outside = fc.constantFrom(...'äÖßΣλЖя').chain((letter) => text(2).map((rest) => letter + rest));
    const part = fc.tuple(fc.constantFrom(...names), fc.nat(12), fc.nat(4)).map(([one, from, length]) =>
      [...one]
        .slice(from % [...one].length)
        .slice(0, length + 1)
        .join(''),
    );
    // A search for ASCII text uses the database's own lower(), which this test does not cover.
    const asked = fc.oneof(outside, part).filter((q) => /[^\p{ASCII}]/u.test(q));
    await fc.assert(
      fc.asyncProperty(asked, async (q) => {
        const expected = names.filter((one) => folded(one).includes(folded(q)));
        expect(await search(db, q)).toEqual(expected.sort());
      }),
      { numRuns: 300 },
    );
    await end();
  });

  test('uses lower() to search for ASCII text', async () => {
    const { db, end } = await open(name);
    await db.read(async ({ db: tx, t }) => {
      const { sql: asked, params } = tx
        .select({ one: sql`1` })
        .from(t.creators)
        .where(contains('A%b', t.creators.email))
        .toSQL();
      expect(asked).toMatch(/where lower\("creators"\."email"\) like lower\((\?|\$1)\) escape '\\'$/);
      expect(params).toEqual(['%A\\%b%']);
    });
    await end();
  });
});
