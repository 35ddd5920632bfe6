import { gzipSync } from 'node:zlib';
import type { SchemaElement } from 'hyparquet-writer';

/** A row group is encoded in memory. Warehouses read row groups in parallel. */
const ROWS_PER_GROUP = 20_000;
const CHARS_PER_GROUP = 8_388_608;

const text = (name: string): SchemaElement => ({
  ...{ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
});
const json = (name: string): SchemaElement => ({ ...text(name), converted_type: 'JSON' });
const instant = (name: string): SchemaElement => ({
  ...{ name, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'REQUIRED' },
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
});

/** The fields of an event: those that the SDK sends, and `received_at`. */
const COLUMNS: readonly SchemaElement[] = [
  { ...text('event_id'), repetition_type: 'REQUIRED' },
  ...['created_at', 'received_at'].map(instant),
  ...['game_id', 'event_type', 'session_id', 'anon_id', 'service_referral_link'].map(text),
  ...['event', 'utms', 'user_details', 'app_details'].map(json),
];
const SCHEMA: SchemaElement[] = [{ name: 'event', num_children: COLUMNS.length }, ...COLUMNS];

/**
 * Encodes lines of JSON as a Parquet file. It blocks the thread for a whole row group, so the daemon does not use it.
 */
export async function* encodeParquet(batches: AsyncIterable<string[]>): AsyncGenerator<Uint8Array> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: SCHEMA, codec: 'GZIP', compressors: { GZIP: gzip } });
  const take = () => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  let lines: string[] = [];
  let chars = 0;
  const encode = () => {
    const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    lines = [];
    chars = 0;
    const columnData = COLUMNS.map((column) => ({
      ...{ name: column.name, data: rows.map((row) => cellOf(column, row[column.name])) },
      // The minimum and maximum of JSON texts are of no use to readers.
      statistics: column.converted_type !== 'JSON',
    }));
    file.write({ columnData, rowGroupSize: ROWS_PER_GROUP });
    return take();
  };
  for await (const batch of batches)
    for (const line of batch) {
      lines.push(line);
      chars += line.length;
      if (lines.length === ROWS_PER_GROUP || chars >= CHARS_PER_GROUP) yield encode();
    }
  if (lines.length > 0) yield encode();
  file.finish();
  yield take();
}

const gzip = (bytes: Uint8Array) => gzipSync(bytes);

const cellOf = ({ logical_type }: SchemaElement, value: unknown) =>
  logical_type ? new Date(value as string) : (value ?? null);
