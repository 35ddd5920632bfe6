// Runs `npm run bench -- --report`; see README.md.
import { failedIn } from './report/report-tables.ts';
import { readOptions, writeReport } from './report/write-report.ts';

const measured = await writeReport(readOptions(process.argv.slice(2)), console.error);
if (failedIn(measured).length > 0) process.exitCode = 1;
