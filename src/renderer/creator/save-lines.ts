import { ask } from './ask.ts';

/** Saves all lines of a statement as a CSV. */
export async function saveLines(statementId: number, name: string): Promise<void> {
  const params = { statement_id: statementId };
  // With this format, the response is the text of the file.
  const csv = (await ask('listOwnStatementLines', { params, query: { format: 'csv' } })) as unknown as string;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
