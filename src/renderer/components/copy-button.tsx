import { ActionIcon, CopyButton as Copy, Tooltip } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import { IconCheck, IconCopy } from './icons.tsx';

export function CopyButton({ value, label }: { value: string; label: string }) {
  return (
    <Copy value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? texts.common.copied : texts.common.copy}>
          <ActionIcon variant="subtle" color={copied ? 'teal' : 'gray'} size="sm" aria-label={label} onClick={copy}>
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </Copy>
  );
}
