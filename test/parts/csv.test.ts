import { describe, expect, it } from 'vitest';
import { csvText, delimiterOf, parseCsv } from '../../daemon/lib/csv.ts';

describe('reading a CSV', () => {
  it.each([
    ['commas', 'code,name\nA,"B, ""C"""\n'],
    ['semicolons', 'code;name\nA;"B, ""C"""\n'],
    ['tabs', 'code\tname\nA\t"B, ""C"""\n'],
    ['a byte order mark', '\uFEFFcode,name\nA,"B, ""C"""\n'],
    ['CRLF', 'code,name\r\nA,"B, ""C"""\r\n'],
    ['no line break at its end', 'code,name\nA,"B, ""C"""'],
  ])('returns the header and the cells of a file with %s', async (_, file) => {
    expect(await parseCsv(file)).toEqual({
      header: ['code', 'name'],
      rows: [{ line: 2, cells: ['A', 'B, "C"'] }],
      faults: [],
    });
  });

  it('counts lines as an editor does, including blank lines and lines within cells', async () => {
    const { rows } = await parseCsv('a,b\r\n1,"x\r\ny"\n\n2,z\n   \n3,"p\n\nq"\n4,r');
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [2, '1'],
      [5, '2'],
      [7, '3'],
      [10, '4'],
    ]);
  });

  it.each([
    ['a quote that is never closed', 'a,b\n1,2\n3,"x\n5,6\n', 3, /never closed/],
    ['text after a closing quote', 'a,b\n1,"x"y\n', 2, /closing quote/],
    ['a quote within a cell', 'a,b\n\n1,x"y\n', 3, /must start with a quote/],
    ['a row with a cell too few', 'a,b\n1,2\n3\n', 3, /1 cell,/],
    ['a row with a cell too many', 'a,b\n1,2,3\n', 2, /3 cells/],
    ['a row that is too long', `a,b\n1,2\n3,${'x'.repeat(262_145)}\n`, 3, /longer than 256 KiB/],
    ['a row with too many separators', `a,b\n1,2\n3,${','.repeat(300_000)}\n`, 3, /longer than 256 KiB/],
  ])('names the line of %s', async (_, file, line, detail) => {
    expect((await parseCsv(file)).faults).toEqual([{ line, detail: expect.stringMatching(detail) }]);
  });

  it('finds no rows in an empty file', async () => {
    expect(await parseCsv('')).toEqual({ header: [], rows: [], faults: [] });
    expect(await parseCsv('\n\n')).toEqual({ header: [], rows: [], faults: [] });
  });

  it('handles characters that span two chunks, and lets other work run', async () => {
    const name = 'é𝄞'.repeat(30_000);
    let turns = 0;
    const count = setInterval(() => {
      turns += 1;
    }, 1);
    const { rows } = await parseCsv(`code,name\nA,${name}\n`);
    clearInterval(count);
    expect(rows[0]?.cells[1]).toBe(name);
    expect(turns).toBeGreaterThan(3);
  });

  it.each([
    ['a', ','],
    ['a,b;c', ','],
    ['a;b;c,d\n,,,,', ';'],
    ['"x,y,z";b', ';'],
  ])('detects the delimiter in the header %j', (file, delimiter) => expect(delimiterOf(file)).toBe(delimiter));
});

describe('writing a CSV', () => {
  const write = async (...names: string[]) => {
    async function* pages() {
      yield names.map((name) => ({ code: 'A', name }));
      yield [];
    }
    let text = '';
    for await (const part of csvText(['code', 'name'], pages())) text += part;
    return text;
  };

  it('creates a header, and lines that end with CRLF', async () =>
    expect(await write('x')).toBe('code,name\r\nA,x\r\n'));
  it('creates a header even without rows', async () => expect(await write()).toBe('code,name\r\n'));
  it.each(['=1+1', '+1', '-1+1', '-1,5', '@SUM(A1)', '\t1', '\r1', '＝1'])('makes %j harmless', async (name) => {
    const [row] = (await parseCsv(await write(name))).rows;
    expect(row?.cells).toEqual(['A', `'${name}`]);
  });
  it.each(['-1', '-12.50'])('keeps the number %s', async (amount) => {
    expect(await write(amount)).toContain(`A,${amount}\r\n`);
  });
  it.each([
    [';=1+1', ";'=1+1"],
    ['x;=1+1;', "x;'=1+1;"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['＋1', "'＋1"],
    ['\n=1', "'\n'=1"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
  ])('makes %j harmless, even with semicolons or tabs as separators', async (name, expected) => {
    const text = await write(name);
    expect((await parseCsv(text)).rows[0]?.cells).toEqual(['A', expected]);
    expect(text.split(/[;\t]/).filter((cell) => /^[\s"]*[=@+]/.test(cell))).toEqual([]);
  });
  it('puts cells with a semicolon or a tab in quotes', async () =>
    expect(await write('a;b', 'a\tb')).toBe('code,name\r\nA,"a;b"\r\nA,"a\tb"\r\n'));
  it.each(['a "b", c', 'a\nb', 'a;b', '  x ', ''])('writes %j so that it is read unchanged', async (name) => {
    const [row] = (await parseCsv(await write(name))).rows;
    expect(row?.cells).toEqual(['A', name]);
  });
});
