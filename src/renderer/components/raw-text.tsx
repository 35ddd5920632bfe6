import { Group, Title } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import classes from './raw-text.module.css';

interface RawTextProps {
  title: string;
  text: string;
  copyLabel: string;
  /** The text to copy, if it differs from the displayed text. */
  copied?: string;
  /** The height in pixels above which the text scrolls. */
  maxHeight?: number;
}

/** Shows machine-readable text unchanged, below a title. */
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
