import { Group, Title } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import classes from './raw-text.module.css';

interface RawTextProps {
  title: string;
  text: string;
  copyLabel: string;
  /** The text to copy, if it differs from the shown text. */
  copied?: string;
  /** In pixels; a longer text scrolls. */
  maxHeight?: number;
}

/** Text of a machine, as it came, under its title. */
export const RawText = ({ title, text, copyLabel, copied = text, maxHeight }: RawTextProps) => (
  <section>
    <Group justify="space-between" mb={6}>
      <Title order={3} size="h6">
        {title}
      </Title>
      <CopyButton value={copied} label={copyLabel} />
    </Group>
    <pre className={classes.text} style={{ maxHeight }}>
      {text}
    </pre>
  </section>
);
