import { useClipboard } from '@mantine/hooks';
import { texts } from '../texts/texts.ts';
import { IconCopy } from './first-icons.tsx';
import { Hint } from './hint.tsx';
import { IconCheck } from './icons.tsx';
import { RowButton } from './row-button.tsx';

const SAID_FOR_MS = 1000;

export function CopyButton({ value, label }: { value: string; label: string }) {
  const { copied, copy } = useClipboard({ timeout: SAID_FOR_MS });
  return (
    <Hint label={copied ? texts.common.copied : texts.common.copy}>
      <RowButton color={copied ? 'teal' : 'gray'} size="sm" aria-label={label} onClick={() => copy(value)}>
        {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </RowButton>
    </Hint>
  );
}
