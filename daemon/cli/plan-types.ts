import { readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { planFaultText } from '../contract/tracking-plan.ts';
import { readPlan } from '../features/tracking-plan/plan-rules.ts';
import { planTypes } from '../features/tracking-plan/plan-types-rules.ts';

export function addPlanCommands(program: Command): void {
  program
    .command('plan')
    .description('Use tracking plans for SDK events')
    .command('types')
    .argument('<plan>', 'The path of the plan: a JSON Schema file')
    .option('--out <file>', 'Write to this file instead of stdout, overwriting it if it exists')
    .description('Write the taxonomy of a tracking plan as TypeScript, for EVENTS<Taxonomy> in the SDK')
    .action(planTypesCommand);
}

function planTypesCommand(path: string, { out }: { out?: string }): void {
  const read = readPlan(readFileSync(path, 'utf8'));
  if ('faults' in read) {
    const lines = read.faults.map((fault) => `  ${fault.pointer || 'the whole plan'}: ${planFaultText(fault)}`);
    throw new Error(`${path} is not a valid tracking plan:\n${lines.join('\n')}`);
  }
  const text = planTypes(read.plan);
  if (out === undefined) process.stdout.write(text);
  else writeFileSync(out, text);
}
